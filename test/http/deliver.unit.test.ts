// What is compressed once and then kept for all requests.
import { Response } from '@whatwg-node/fetch';
import { expect, test } from 'vitest';
import { createDeliver } from '../../src/http/deliver.ts';

test('a file that once failed to be compressed is compressed on the next request', async () => {
  const deliver = createDeliver();
  const content = 'text '.repeat(1_000);
  const file = (body: string | ReadableStream) =>
    new Response(body as BodyInit, {
      headers: { ETag: '"1"', 'Content-Type': 'text/css', 'Content-Length': '5000' },
    });
  const request = new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br' } });
  const broken = new ReadableStream({
    start: (stream) => stream.error(new Error('no memory')),
  });
  await expect(deliver(request, file(broken), 'kept')).rejects.toThrow('no memory');
  const { headers } = await deliver(request, file(content), 'kept');
  expect(headers.get('content-encoding')).toBe('br');
});
