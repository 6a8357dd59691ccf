// The metrics of a service process: printed, served on loopback, closed with the service.
import { expect, test } from 'vitest';
import { embeddedService } from '../process/embedded-service.ts';
import { runCommand } from '../process/service.ts';
import { scrape, series } from './scrape.ts';

test('are where the service prints; a port that is taken ends a start with one clear line; SIGTERM closes them beside a scraper', async () => {
  const service = await embeddedService({ METRICS_PORT: '0' });
  const port = Number(/^ {2}Metrics {4}http:\/\/127\.0\.0\.1:(\d+)\/metrics$/m.exec(service.welcome)?.[1]);
  await fetch(`${service.origin}/healthz`);
  expect(series(await scrape(port), 'http_request_duration_seconds_count')).toEqual({
    '{surface="other",operation="",status="200"}': 1,
  });
  const taken = { DATA_DIR: `${service.directory}/other`, PORT: '0', METRICS_PORT: String(port) };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], taken);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^\{.*"Cannot listen on port \d+ of 127\.0\.0\.1: .* choose another METRICS_PORT\."\}\n$/);
  // Its connection is kept.
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect((await service.stop()).code).toBe(0);
  await expect(scrape(port)).rejects.toThrow();
});
