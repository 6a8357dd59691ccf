// A stop that ends whatever the process waits for, and the signals that begin one.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rawConnect } from '../http/raw-client.ts';
import { headOf } from '../http/served-app.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { embeddedService } from './embedded-service.ts';
import { toldIn } from './service.ts';

const AN_HOUR = '3600000';

const onPosix = test.skipIf(process.platform === 'win32');

onPosix(
  'ends though a thread hangs in a system call, as with a name server that is silent',
  async () => {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    // Opening a pipe that nobody writes to never returns.
    const pipe = join(path, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const hangs = `import { open } from 'node:fs'; open(${JSON.stringify(pipe)}, () => {});`;
    const { stop } = await embeddedService({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hangs)}`,
      LOG_LEVEL: 'info',
    });
    const { code, stderr } = await stop();
    expect([code, toldIn(stderr).at(-1)?.msg]).toEqual([0, 'stopped']);
  },
);

test('ends though the collector of traces never responds, and says that they were not sent', async () => {
  const asked = Promise.withResolvers<void>();
  const collector = await startLoopbackServer(() => asked.resolve());
  onTestFinished(() => collector.close());
  const { origin, stop } = await embeddedService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_TIMEOUT: AN_HOUR,
    OTEL_BSP_EXPORT_TIMEOUT: AN_HOUR,
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
  await fetch(`${origin}/healthz`);
  await asked.promise;
  const { code, stderr } = await stop();
  expect([code, toldIn(stderr).map(({ msg }) => msg)]).toEqual([0, ['traces not sent']]);
});

onPosix.each(['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)(
  '%s ends a request under way before the process; SIGUSR1 opens no debugger',
  async (signal) => {
    const service = await embeddedService({ LOG_LEVEL: 'info' });
    service.process.kill('SIGUSR1');
    const connection = await rawConnect(service.port);
    connection.send(headOf('GET', '/healthz'));
    while (!service.output().stderr.includes('draining')) {
      service.process.kill(signal);
      await once(service.process.stderr as NodeJS.ReadableStream, 'data');
    }
    connection.send('\r\n');
    expect((await connection.answer()).status).toBe(200);
    const { code, stderr } = await service.ended();
    expect(code).toBe(0);
    expect(toldIn(stderr).at(-1)?.msg).toBe('stopped');
  },
);
