// A stop that ends whatever the process waits for, and the signals that begin one.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { rawConnect } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { postgresService } from './postgres-service.ts';
import { toldIn } from './service.ts';

const AN_HOUR = '3600000';

test('ends though the collector of traces never responds, and says that they were not sent', async () => {
  const asked = Promise.withResolvers<void>();
  const collector = await startLoopbackServer(() => asked.resolve());
  onTestFinished(() => collector.close());
  const { origin, stop } = await postgresService({
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

test.skipIf(process.platform === 'win32').each(['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)(
  '%s ends a request under way before the process; SIGUSR1 opens no debugger',
  async (signal) => {
    const service = await postgresService({ LOG_LEVEL: 'info' });
    service.process.kill('SIGUSR1');
    const connection = await rawConnect(service.port);
    connection.send(headOf('GET', '/healthz'));
    while (!service.output().stderr.includes('draining')) {
      service.process.kill(signal);
      await once(service.process.stderr as NodeJS.ReadableStream, 'data');
    }
    connection.send('\r\n');
    const answer = await connection.answer();
    expect([answer.status, headerOf(answer, 'connection')]).toEqual([200, 'close']);
    const { code, stderr } = await service.ended();
    expect(code).toBe(0);
    expect(toldIn(stderr).at(-1)?.msg).toBe('stopped');
  },
);
