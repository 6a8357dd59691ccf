// A service whose PostgreSQL server is frozen: a stop ends all the same.
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '../support/database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { startService, toldIn } from './service.ts';

test('SIGTERM ends a service with code 0 though its database responds to nothing any more', async () => {
  const { url, drop } = await freshPostgres();
  const proxy = await startTcpProxy(url);
  const service = await startService({ DATABASE_URL: proxy.url, LOG_LEVEL: 'info' });
  onTestFinished(async () => {
    service.process.kill('SIGKILL');
    await service.ended();
    await proxy.close();
    await drop();
  });
  const read = () =>
    fetch(`${service.origin}/api/token-secured/product/1`, {
      headers: { Authorization: `Bearer ${service.token}` },
    });
  expect((await read()).status).toBe(200);
  proxy.silence();
  const late = read().then(
    ({ status }) => status,
    () => 'closed',
  );
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect([503, 'closed']).toContain(await late);
  expect(toldIn(stderr).at(-1)?.msg).toMatch(/^stopped/);
});
