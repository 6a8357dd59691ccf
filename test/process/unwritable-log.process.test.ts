// A log that can't be written neither stops, delays nor ends the service: closed, full and stopped pipes and devices.
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scrape } from '../metrics/scrape.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { freePort } from '../support/postgres-server.ts';
import { startWith } from './log-sink.ts';
import { toldIn } from './service.ts';

const onLinux = test.skipIf(process.platform !== 'linux');

test.each([
  [
    'Ctrl-C, which ends the reader too, as in `npm start 2>&1 | tee log`, stops it',
    'SIGINT',
    0,
  ],
  ['a reader that ends, as in `npm start 2>&1 | head -4`, costs no request', 'SIGTERM', 40],
] as const)('%s', async (_, signal, requests) => {
  const service = await startWith(['ignore', 'pipe', 'pipe']);
  service.child.stdout?.destroy();
  service.child.stderr?.destroy();
  expect(await service.request(requests)).toEqual(new Set(requests > 0 ? [404] : []));
  expect(await service.ended(signal)).toBe(0);
});

test('a reader that is gone before the start prints anything, as in `npm start 2>&1 | true`, costs nothing', async () => {
  const service = await startWith(['ignore', 'pipe', 'pipe'], ({ stdout, stderr }) => {
    stdout?.destroy();
    stderr?.destroy();
  });
  expect(await service.request(40)).toEqual(new Set([404]));
  expect(await service.ended()).toBe(0);
});

onLinux('a full device takes no line, and requests and a stop are as always', async () => {
  const full = openSync('/dev/full', 'w');
  const service = await startWith(['ignore', full, full]);
  expect(await service.request(40)).toEqual(new Set([404]));
  expect(await service.ended()).toBe(0);
});

/** Lines of the log for more than a pipe and the memory limit take. */
const FLOOD = 2_400;

test('keeps 1 MiB for a reader that stops, counts the lines it drops, and says so when the reader goes on', async () => {
  const metricsPort = await freePort();
  const service = await startWith(['ignore', 'ignore', 'pipe'], undefined, {
    METRICS_PORT: String(metricsPort),
  });
  const dropped = async () =>
    (await scrape(metricsPort)).get('owner_api_log_lines_dropped_total');
  expect(await dropped()).toBe(0);
  expect(await service.request(FLOOD)).toEqual(new Set([404]));
  const lost = Number(await dropped());
  expect(lost).toBeGreaterThan(0);
  let log = '';
  service.child.stderr?.on('data', (chunk) => (log += chunk));
  await expect.poll(() => log).toContain('log lines were dropped');
  expect(toldIn(log).filter((line) => line['url.path'])).toHaveLength(FLOOD + 1 - lost);
  expect(toldIn(log)).toContainEqual(
    expect.objectContaining({ level: 'warn', 'owner_api.dropped_lines': lost }),
  );
  service.child.stderr?.pause();
  expect(await service.request(FLOOD)).toEqual(new Set([404]));
  expect(await service.ended()).toBe(0);
});

test('drops no security event for the lines of requests, whose reader has stopped (D50)', async () => {
  const metricsPort = await freePort();
  const service = await startWith(['ignore', 'ignore', 'pipe'], undefined, {
    METRICS_PORT: String(metricsPort),
  });
  const dropped = async () =>
    Number((await scrape(metricsPort)).get('owner_api_log_lines_dropped_total'));
  while ((await dropped()) === 0) await service.request(FLOOD / 4);
  const origin = `http://127.0.0.1:${service.port}`;
  const app = {
    fetch: async ({ method, url, headers, body }: Request) =>
      fetch(url.replace('http://localhost', origin), {
        method,
        headers,
        redirect: 'manual',
        ...(body && { body: await new Response(body).text() }),
      }),
  };
  const SIGN_INS = 10;
  for (let n = 0; n < SIGN_INS; n++)
    expect(await createVisitor({ app }).fill('/sign-in')).toMatchObject({ status: 303 });
  let log = '';
  service.child.stderr?.on('data', (chunk) => (log += chunk));
  await expect.poll(() => log).toContain('log lines were dropped');
  const events = toldIn(log).filter((line) => line['event.action'] === 'signed-in');
  expect(events).toHaveLength(SIGN_INS);
  expect(await service.ended()).toBe(0);
});
