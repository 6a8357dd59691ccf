// Clients that close their side of a connection after the request, such as `nc -N`, get their response.
import { expect, test } from 'vitest';
import { BASE } from '../support/app.ts';
import { heldProbe } from '../support/held-probe.ts';
import { jsonRequest, openServedApp } from './served-app.ts';

const { imageProbe, open } = heldProbe();
const app = await openServedApp({ imageProbe });

test.each(['HTTP/1.1', 'HTTP/1.0'])('a read by %s', async (protocol) => {
  const { id } = await app.product();
  const connection = await app.connect();
  connection.send(`${app.head('GET', `/product/${id}`).replace('HTTP/1.1', protocol)}\r\n`);
  connection.end();
  let answer = await connection.answer();
  // On a slow machine, interim responses come first.
  while (answer.status === 102) answer = await connection.answer();
  expect(answer.status).toBe(200);
  await connection.closed();
});

test('a write that takes long, after interim responses', async () => {
  const images = [{ src: 'https://images.example.com/1.webp' }];
  const body = JSON.stringify({ product: { title: 'Tent', rent: 1, sku: 'T', images } });
  const connection = await app.connect();
  connection.send(jsonRequest(app.owner.token, 'POST', `${BASE}/product`, body));
  connection.end();
  const interim = [await connection.answer(), await connection.answer()];
  expect(interim.map(({ status }) => status)).toEqual([102, 102]);
  open();
  expect((await connection.answer()).status).toBe(201);
  await connection.closed();
});
