// The watchdog of a process that the embedded database blocks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'watchdog-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const watchdogFile = new URL('../../../src/database/embedded/watchdog.ts', import.meta.url).href;

/** A process that starts the watchdog, prints `watched` and goes on with the script. */
async function startWatched(script: string) {
  const source = `
    const { startWatchdog } = await import(${JSON.stringify(watchdogFile)});
    const watchdog = startWatchdog(process.argv[1], 1);
    process.stdout.write('watched');
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, directory], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return {
    async ended() {
      const [code, signal] = await closed;
      return { code, signal, stderr };
    },
  };
}

test('a process that computes without end is ended, with one line that says what was seen', async () => {
  const { ended } = await startWatched('await new Promise((resolve) => setTimeout(resolve, 500)); for (;;);');
  const { signal, stderr } = await ended();
  expect(signal).toBe('SIGKILL');
  const { level, msg } = JSON.parse(stderr);
  expect(level).toBe('fatal');
  expect(msg).toMatch(
    /^The process is ended: .* \d s of CPU time without a pause, in \d+ s\. The disk is not full \(\d+ MB free in .*\)\.$/,
  );
  expect(stderr).toContain(directory);
});

test('a process that is blocked for a shorter time, or waits for a longer one without CPU time, goes on and ends by itself', async () => {
  const { ended } = await startWatched(`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
    watchdog.allow(5);
    const until = performance.now() + 2600;
    while (performance.now() < until);`);
  expect(await ended()).toEqual({ code: 0, signal: null, stderr: '' });
});
