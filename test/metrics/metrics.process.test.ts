// The metrics of a service process: printed, served on loopback, closed with the service.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, type Service, startService } from '../process/service.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { scrape, series } from './scrape.ts';

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
let service: Service;
let port: number;
beforeAll(async () => {
  directory = await migratedDirectory();
  service = await startService({ DATA_DIR: directory.path, METRICS_PORT: '0' });
  port = Number(/^ {2}Metrics {4}http:\/\/127\.0\.0\.1:(\d+)\/metrics$/m.exec(service.welcome)?.[1]);
});
afterAll(async () => {
  await service.stop();
  await directory.remove();
});

test('the service prints where its metrics are', async () => {
  await fetch(`${service.origin}/healthz`);
  expect(series(await scrape(port), 'http_request_duration_seconds_count')).toEqual({
    '{surface="other",operation="",status="200"}': 1,
  });
});

test('SIGTERM closes the metrics with the service, also while a scraper keeps its connection', async () => {
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect((await service.stop()).code).toBe(0);
  await expect(scrape(port)).rejects.toThrow();
});

test('a metrics port that is taken ends the start with one clear line, before the service listens', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const taken = { DATA_DIR: directory.path, PORT: '0', METRICS_PORT: String(port) };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], taken);
  other.close();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^\{.*"Cannot listen on port \d+ of 127\.0\.0\.1: .* choose another METRICS_PORT\."\}\n$/);
});
