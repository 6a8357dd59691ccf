// The watchdog of a process that the embedded database blocks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const watchdogFile = new URL('../../../src/database/embedded/watchdog.ts', import.meta.url).href;

/** The end of a process that starts the watchdog and then runs the script. */
async function endOf(script: string) {
  const source = `
    const { startWatchdog } = await import(${JSON.stringify(watchdogFile)});
    const watchdog = startWatchdog(${JSON.stringify(tmpdir())}, 1);
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, signal, stderr };
}

test('ends a process that computes endlessly, with one line that says why', async () => {
  const { signal, stderr } = await endOf(
    'await new Promise((resolve) => setTimeout(resolve, 500)); for (;;);',
  );
  expect(signal).toBe('SIGKILL');
  const { level, msg } = JSON.parse(stderr);
  expect(level).toBe('fatal');
  expect(msg).toMatch(
    /^Ending the process: .* \d s of CPU time without a pause\. The disk is not full \(\d+ MB free in .*\)\.$/,
  );
  expect(stderr).toContain(tmpdir());
});

test("doesn't end a process that is blocked for less time, or waits longer without using the CPU", async () => {
  const ended = await endOf(`
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
    watchdog.allow(5);
    const until = performance.now() + 2600;
    while (performance.now() < until);`);
  expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
});
