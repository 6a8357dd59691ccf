// The README's requests and pages, unchanged, on a service with the demo data.
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../../src/http/listen.ts';
import { createDemoApp, type DemoApp } from '../../support/demo-app.ts';
import { readDocument } from './documents.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const README = readDocument('README.md');
const requests = README.commands.filter((command) => command.startsWith('curl '));
const pages = README.links.filter((link) => link.startsWith(ORIGIN));
const canRun = spawnSync('curl', ['--version']).status === 0;

let app: DemoApp;
let server: Listening;
beforeAll(async () => {
  app = await createDemoApp(new Date('2026-07-10T12:00:00Z'));
  server = await listen(app.app, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop();
  await app.close();
});

const atTheServer = (text: string) => text.replaceAll(ORIGIN, `http://127.0.0.1:${server.port}`);

test.runIf(canRun)('the first requests return the product, over REST and over GraphQL', async () => {
  const answers = requests.map(async (command) => {
    const variables = { ...process.env, TOKEN: app.token };
    const { stdout } = await promisify(execFile)('sh', ['-c', atTheServer(command)], { env: variables });
    const [head = '', body = ''] = stdout.split('\r\n\r\n');
    return { status: head.split('\r\n')[0], body: JSON.parse(body) };
  });
  expect(await Promise.all(answers)).toEqual([
    { status: 'HTTP/1.1 200 OK', body: { product: expect.objectContaining({ id: 1, title: expect.any(String) }) } },
    { status: 'HTTP/1.1 200 OK', body: { data: { product: expect.objectContaining({ id: '1', online: true }) } } },
  ]);
});

test.each(pages)('%s exists', async (link) => {
  const { status } = await fetch(atTheServer(link), { headers: { Accept: 'text/html' } });
  expect(status).toBe(200);
});
