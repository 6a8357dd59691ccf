// Runs the guide's importer, as served by an app, in a directory of its own.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { DOCS_PATHS } from '../../../src/paths.ts';
import { BASE } from '../../support/app.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PROGRAM = 'import-products.py';
const PYTHON = 'python3';

/** A test that runs the importer, where Python is. */
export const testImporter = test.skipIf(!has(PYTHON));

export interface Ended {
  /** Null if it was killed. */
  readonly status: number | null;
  readonly output: string;
  /** Without the waits before a request is sent again. */
  readonly messages: string;
}

interface Import {
  readonly token: string;
  readonly options?: readonly string[];
  readonly env?: Record<string, string>;
}

export async function openImporter(origin: string) {
  const { path: directory, remove } = await temporaryDirectory();
  afterAll(remove);
  const served = await fetch(`${origin}${DOCS_PATHS.importer}`);
  await writeFile(join(directory, PROGRAM), await served.text());
  const file = (name: string) => join(directory, name);

  /** @param env has `API`, the address of the app's REST API by default. */
  function start(token: string, words: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(PYTHON, [PROGRAM, ...words], {
      cwd: directory,
      env: { ...process.env, API: `${origin}${BASE}`, TOKEN: token, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]).then(
      ([status, output, messages]): Ended => ({
        status,
        output: output.trim(),
        messages: messages.replaceAll(/^.*; again in [\d.]+ s\n/gm, ''),
      }),
    );
    return { ended, kill: () => child.kill('SIGKILL') };
  }

  /** Runs the program on a new file `NAME.csv`, whose result is `NAME.result.csv`. */
  async function importFile(
    name: string,
    content: string | Uint8Array,
    { token, options = [], env = {} }: Import,
  ): Promise<Ended> {
    await writeFile(file(`${name}.csv`), content);
    return start(token, [...options, `${name}.csv`, `${name}.result.csv`], env).ended;
  }

  const contentOf = (name: string) => readFile(file(name), 'utf8');
  return { file, start, importFile, contentOf };
}
