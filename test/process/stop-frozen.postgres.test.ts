// A service whose PostgreSQL server is frozen, with its log and a thread: a stop ends all the same.
import { spawnSync } from 'node:child_process';
import { constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callsAt } from '../support/app.ts';
import { postgresUrl } from '../support/database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { postgresService } from './postgres-service.ts';
import { toldIn } from './service.ts';

async function frozenService(
  variables: Record<string, string>,
  spawning?: { stderr: number },
) {
  const proxy = await startTcpProxy(await postgresUrl());
  onTestFinished(proxy.close);
  const service = await postgresService({ DATABASE_URL: proxy.url, ...variables }, spawning);
  const read = async () => (await callsAt(service).readProduct(1)).status;
  expect(await read()).toBe(200);
  proxy.silence();
  return { service, late: read().catch(() => 'closed') };
}

test('SIGTERM ends a service with code 0 though its database responds to nothing any more', async () => {
  const { service, late } = await frozenService({ LOG_LEVEL: 'info' });
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect([503, 'closed']).toContain(await late);
  expect(toldIn(stderr).at(-1)?.msg).toMatch(/^stopped/);
});

test.skipIf(process.platform === 'win32')(
  'SIGTERM ends it likewise though nobody reads its log and a thread hangs in a system call, too',
  async () => {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const [log, silent] = [join(path, 'log'), join(path, 'silent')];
    spawnSync('mkfifo', [log, silent]);
    const stderr = openSync(log, constants.O_RDWR | constants.O_NONBLOCK);
    expect(() => {
      for (;;) writeSync(stderr, 'x'.repeat(4_096));
    }).toThrow('EAGAIN');
    const hangs = `import { open } from 'node:fs'; open(${JSON.stringify(silent)}, () => {});`;
    const { service, late } = await frozenService(
      { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hangs)}` },
      { stderr },
    );
    expect((await service.stop()).code).toBe(0);
    expect([503, 'closed']).toContain(await late);
  },
);
