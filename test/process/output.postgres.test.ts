// Without a terminal, a service writes only lines of JSON to both streams.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { postgresService } from './postgres-service.ts';
import { toldIn } from './service.ts';

const WARNS_ON_SIGNAL = `process.on('SIGWINCH', () => process.emitWarning('old', 'DeprecationWarning'))`;

test('a start, requests, Node warnings and a stop write only lines of JSON; successful probes write none', async () => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const service = await postgresService({
    LOG_LEVEL: 'info',
    PGPASSFILE: join(path, 'none'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WARNS_ON_SIGNAL)}`,
  });
  const statuses = await Promise.all(
    [
      '/readyz',
      '/healthz',
      '/docs',
      '/api/token-secured/product/1',
      '/dashboard/nothing',
    ].map(async (one) => (await fetch(service.origin + one, { redirect: 'manual' })).status),
  );
  expect(statuses).toEqual([200, 200, 200, 401, 303]);
  service.process.kill('SIGWINCH');
  await expect.poll(() => service.output().stderr).toContain('Node.js warning');
  const { code, stdout, stderr } = await service.stop('SIGINT');
  expect(code).toBe(0);
  const lines = toldIn(stdout + stderr);
  for (const line of lines)
    expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String) });
  const paths = lines.map((line) => line['url.path']);
  expect(paths).toContain('/docs');
  expect(paths).not.toContain('/readyz');
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      msg: 'Node.js warning',
      'error.type': 'DeprecationWarning',
    }),
  );
});
