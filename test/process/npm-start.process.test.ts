// `npm start` and the service end together, even if npm's shell doesn't pass a signal on.
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { runCommand, startByNpm } from './service.ts';

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
beforeAll(async () => {
  directory = await migratedDirectory();
});
afterAll(() => directory.remove());

/** Whether a process can listen on the port, as the next start will. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const onPosix = test.skipIf(process.platform === 'win32');

onPosix(
  'SIGTERM to npm ends the service too: port free, database closed, within seconds',
  async () => {
    const variables = { DATA_DIR: directory.path };
    const npm = await startByNpm(variables);
    npm.process.kill();
    await expect.poll(() => isFree(npm.port)).toBe(true);
    // The pipes close when the last process that holds them has ended.
    const { stderr } = await npm.ended();
    expect(stderr).not.toMatch(/^\s+at /m);
    const { code } = await runCommand('src/commands/migrate.ts', [], variables);
    expect(code).toBe(0);
  },
);

onPosix(
  'Ctrl-C twice at a terminal, which reaches npm, its shell and the service: all end, without a stack',
  async () => {
    const npm = await startByNpm({ DATA_DIR: directory.path, DRAIN_SECONDS: '60' });
    const group = -(npm.process.pid ?? Number.NaN);
    process.kill(group, 'SIGINT');
    process.kill(group, 'SIGINT');
    const { stderr } = await npm.ended();
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await isFree(npm.port)).toBe(true);
  },
);
