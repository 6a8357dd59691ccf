// `npm start` before `npm ci`, or with an incomplete installation, says what to do and exits.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENTUALLY } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = join(import.meta.dirname, '../..');

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  directory = await temporaryDirectory();
  for (const path of ['src', 'prisma', 'package.json', 'test/system/harness']) {
    await cp(join(ROOT, path), join(directory.path, path), { recursive: true });
  }
});
afterAll(() => directory.remove());

/** Killed when it takes too long: an error handler that fails itself would go on forever. */
const start = (file = 'src/start.js') =>
  new Promise((resolve) => {
    const options = {
      cwd: directory.path,
      timeout: EVENTUALLY,
      killSignal: 'SIGKILL',
      env: {},
    } as const;
    const child = execFile(process.execPath, [file], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

const failed = (stderr: string) => ({ code: 1, stdout: '', stderr });

test('a start before npm ci says so at once', async () => {
  expect(await start()).toEqual(failed('Run `npm ci` first.\n'));
});

test('so does the harness, which needs the packages for development, too', async () => {
  expect(await start('test/system/harness/run.ts')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Cannot find package .*\n.*run `npm ci`, without --omit\.\n$/,
    ),
  });
});

/** A package that can be found, but is empty. */
async function breakPackage(name: string): Promise<void> {
  await mkdir(installed(name), { recursive: true });
  await writeFile(
    join(installed(name), 'package.json'),
    `{"name":"${name}","type":"module","exports":"./index.js"}`,
  );
  await writeFile(
    join(installed(name), 'index.js'),
    'export const z = {}; throw new Error("broken");',
  );
}
const installed = (name: string) => join(directory.path, 'node_modules', name);

test('a start without one of its packages names it and says the same', async () => {
  await breakPackage('zod');
  expect(await start()).toEqual(
    failed(
      expect.stringMatching(
        /^Cannot find package '\w+' imported from .*\nRun `npm ci` first\.\n$/,
      ),
    ),
  );
});

test('an error that also breaks its formatter ends the process with a stack', async () => {
  const others = (await readdir(join(ROOT, 'node_modules'))).filter(
    (name) => name !== 'zod' && name !== '.cache',
  );
  await Promise.all(
    others.map((name) => symlink(join(ROOT, 'node_modules', name), installed(name))),
  );
  expect(await start()).toEqual(failed(expect.stringMatching(/^Error: broken\n {4}at /)));
});
