// A log that can't be written neither stops, delays nor ends the service: closed, full and stopped pipes and devices.
import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scrape } from '../metrics/scrape.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { appAt } from '../support/app.ts';
import { freePort } from '../support/postgres-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { startWith } from './log-sink.ts';
import { toldIn } from './service.ts';

test('Ctrl-C, which ends the reader too, as in `npm start 2>&1 | tee log`, stops it', async () => {
  const service = await startWith(['ignore', 'pipe', 'pipe']);
  service.child.stdout?.destroy();
  service.child.stderr?.destroy();
  expect(await service.ended('SIGINT')).toBe(0);
});

test('a reader that is gone before the start prints anything, as in `npm start 2>&1 | true`, costs nothing', async () => {
  const service = await startWith(['ignore', 'pipe', 'pipe'], ({ stdout, stderr }) => {
    stdout?.destroy();
    stderr?.destroy();
  });
  expect(await service.request(40)).toEqual(new Set([404]));
  expect(await service.ended()).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'a full device takes no line, and requests and a stop are as always',
  async () => {
    const full = openSync('/dev/full', 'w');
    const service = await startWith(['ignore', full, full]);
    expect(await service.request(40)).toEqual(new Set([404]));
    expect(await service.ended()).toBe(0);
  },
);

test('a pipe that nobody reads occupies no thread, of which compression has one too', async () => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  execFileSync('mkfifo', [join(path, 'log')]);
  const pipe = openSync(join(path, 'log'), 'r+');
  const service = await startWith(['ignore', pipe, pipe], undefined, {
    UV_THREADPOOL_SIZE: '1',
  });
  expect(await service.request(200)).toEqual(new Set([404]));
  expect((await fetch(`http://127.0.0.1:${service.port}/llms.txt`)).status).toBe(200);
  expect(await service.ended()).toBe(0);
});

/** Lines of the log for more than a pipe and the memory limit take. */
const FLOOD = 2_400;
/** Each of two requests. */
const SIGN_INS = 10;

test('keeps 1 MiB for a reader that stops, drops and counts lines, but no security event, and says so later (D50)', async () => {
  const metricsPort = await freePort();
  const service = await startWith(['ignore', 'ignore', 'pipe'], undefined, {
    METRICS_PORT: String(metricsPort),
  });
  const dropped = async () =>
    Number((await scrape(metricsPort)).get('owner_api_log_lines_dropped_total'));
  expect(await dropped()).toBe(0);
  expect(await service.request(FLOOD)).toEqual(new Set([404]));
  expect(await dropped()).toBeGreaterThan(0);
  const app = appAt(`http://127.0.0.1:${service.port}`);
  for (let n = 0; n < SIGN_INS; n++)
    expect(await createVisitor({ app }).fill('/sign-in')).toMatchObject({ status: 303 });
  const lost = await dropped();
  let log = '';
  service.child.stderr?.on('data', (chunk) => (log += chunk));
  await expect.poll(() => log).toContain('log lines were dropped');
  const lines = toldIn(log);
  expect(lines.filter((line) => line.msg === 'request')).toHaveLength(
    1 + FLOOD + 2 * SIGN_INS - lost,
  );
  expect(lines.filter((line) => line['event.action'] === 'signed-in')).toHaveLength(SIGN_INS);
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'warn', 'owner_api.dropped_lines': lost }),
  );
  service.child.stderr?.pause();
  expect(await service.request(FLOOD)).toEqual(new Set([404]));
  expect(await service.ended()).toBe(0);
});
