// The watchdog of a process that the embedded database blocks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const watchdogFile = new URL('../../../src/database/embedded/watchdog.ts', import.meta.url).href;

/** The end of a process that starts the watchdog and then runs the script. */
async function endOf(script: string, seconds: number) {
  const source = `
    const { startWatchdog } = await import(${JSON.stringify(watchdogFile)});
    startWatchdog(${JSON.stringify(tmpdir())}, ${seconds});
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, signal, stderr };
}

test('ends a process that computes endlessly, with one line that says why', async () => {
  const { signal, stderr } = await endOf(
    'await new Promise((resolve) => setTimeout(resolve, 500)); for (;;);',
    1,
  );
  expect(signal).toBe('SIGKILL');
  const { level, msg } = JSON.parse(stderr);
  expect(level).toBe('fatal');
  expect(msg).toMatch(
    /^Ending the process: .* \d s of CPU time without a pause\. The disk of .* has \d+ MB free\.$/,
  );
  expect(stderr).toContain(tmpdir());
});

test("doesn't end a process that is blocked for less time, or waits longer without using the CPU", async () => {
  const ended = await endOf(
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);
    const until = performance.now() + 2600;
    while (performance.now() < until);`,
    5,
  );
  expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
});
