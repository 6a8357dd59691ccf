// The watchdog of a process that the embedded database blocks.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** Once the watchdog runs. */
const BLOCKS = 'await new Promise((resolve) => setTimeout(resolve, 500)); for (;;);';

const watchdogFile = new URL('../../../src/database/embedded/watchdog.ts', import.meta.url)
  .href;

/** The end of a process that starts the watchdog and then runs the script. */
async function endOf(script: string, seconds: number, stderr: 'pipe' | number = 'pipe') {
  const source = `
    const { startWatchdog } = await import(${JSON.stringify(watchdogFile)});
    startWatchdog(${JSON.stringify(tmpdir())}, ${seconds});
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'ignore', stderr],
  });
  const told = child.stderr && text(child.stderr);
  const [code, signal] = await once(child, 'exit');
  return { code, signal, stderr: await told };
}

test('ends a process that computes endlessly, with one line that says why', async () => {
  const { signal, stderr } = await endOf(BLOCKS, 1);
  expect(signal).toBe('SIGKILL');
  const { level, msg } = JSON.parse(stderr ?? '');
  expect(level).toBe('fatal');
  expect(msg).toMatch(
    /^Ended the process: .* \d s of CPU time without a pause\. The disk of .* has \d+ MB free\.$/,
  );
  expect(stderr).toContain(tmpdir());
});

test.skipIf(process.platform !== 'linux').each([
  ['full', () => openSync('/dev/full', 'w')],
  ['a pipe that nobody reads', stuckPipe],
])('ends it though stderr is %s', async (_, open) => {
  const stderr = open();
  onTestFinished(() => closeSync(stderr));
  expect(await endOf(BLOCKS, 1, stderr)).toMatchObject({ signal: 'SIGKILL' });
});

/** Full, so that a write waits for ever. */
function stuckPipe(): number {
  const directory = mkdtempSync(join(tmpdir(), 'pipe-'));
  const path = join(directory, 'pipe');
  spawnSync('mkfifo', [path]);
  // For reading too, so that opening it waits for nobody.
  const pipe = openSync(path, 'r+');
  rmSync(directory, { recursive: true });
  spawnSync('dd', ['if=/dev/zero', 'bs=65536', 'count=1'], {
    stdio: ['ignore', pipe, 'ignore'],
  });
  return pipe;
}

test("doesn't end a process that is blocked for less time, or waits longer without using the CPU", async () => {
  const ended = await endOf(
    `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
    const until = performance.now() + 1500;
    while (performance.now() < until);`,
    3,
  );
  expect(ended).toEqual({ code: 0, signal: null, stderr: '' });
});
