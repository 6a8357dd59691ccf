// What is compressed, once and then kept for all requests, or not at all.
import { Response } from '@whatwg-node/fetch';
import { expect, test } from 'vitest';
import { createDeliver } from '../../src/http/deliver.ts';

const CONTENT = 'text '.repeat(1_000);
const headers = { 'Content-Type': 'text/html', 'Content-Length': '5000' };
const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br' } });

test('a file that once failed to be compressed is compressed on the next request', async () => {
  const deliver = createDeliver();
  const file = (body: string | ReadableStream) =>
    new Response(body as BodyInit, { headers: { ...headers, ETag: '"1"' } });
  const broken = new ReadableStream({
    start: (stream) => stream.error(new Error('no memory')),
  });
  await expect(deliver(request, file(broken), 'kept')).rejects.toThrow('no memory');
  const sent = await deliver(request, file(CONTENT), 'kept');
  expect(sent.headers.get('content-encoding')).toBe('br');
});

test('a page without an ETag, which may contain a secret, is neither compressed nor kept (D42)', async () => {
  const deliver = createDeliver();
  for (const content of [CONTENT, CONTENT.replaceAll('t', 'n')]) {
    const sent = await deliver(request, new Response(content, { headers }), 'kept');
    expect(sent.headers.get('content-encoding')).toBeNull();
    expect(await sent.text()).toBe(content);
  }
});
