// Runs the guide's importer, as served by an app, in a directory of its own.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, test } from 'vitest';
import { DOCS_PATHS } from '../../../src/paths.ts';
import { BASE } from '../../support/app.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PROGRAM = 'import-products.py';
const PYTHON = 'python3';
/** Runs the program for each line of its input. */
const RUNS = `
import contextlib, io, json, os, runpy, sys
for line in sys.stdin:
    sys.argv, env = json.loads(line)
    os.environ.update(env)
    output, messages = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages):
            runpy.run_path(sys.argv[0], run_name='__main__')
    except SystemExit as end:
        print(json.dumps([end.code, output.getvalue(), messages.getvalue()]), flush=True)
`;

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

  const environmentOf = (token: string, env: Record<string, string>) => ({
    API: `${origin}${BASE}`,
    TOKEN: token,
    ...env,
  });
  const endOf = (status: number | null, output: string, messages: string): Ended => ({
    status,
    output: output.trim(),
    messages: messages.replaceAll(/^.*; again in [\d.]+ s\n/gm, ''),
  });

  /** Starts a process, which can be killed. `env` has `API`, the address of the app's REST API by default. */
  function start(token: string, words: readonly string[], env: Record<string, string> = {}) {
    const child = spawn(PYTHON, [PROGRAM, ...words], {
      cwd: directory,
      env: { ...process.env, ...environmentOf(token, env) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]);
    return {
      ended: ended.then((all) => endOf(...all)),
      kill: () => child.kill('SIGKILL'),
    };
  }

  function startPython() {
    const { stdin, stdout } = spawn(PYTHON, ['-c', RUNS], {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return { stdin, lines: createInterface(stdout)[Symbol.asyncIterator]() };
  }
  let python: ReturnType<typeof startPython> | undefined;
  afterAll(() => void python?.stdin.end());

  /** As `start`, in one process for all runs, because Python starts slowly. */
  async function run(
    token: string,
    words: readonly string[],
    env: Record<string, string> = {},
  ): Promise<Ended> {
    python ??= startPython();
    python.stdin.write(
      `${JSON.stringify([[PROGRAM, ...words], environmentOf(token, env)])}\n`,
    );
    const { value } = await python.lines.next();
    return endOf(...(JSON.parse(String(value)) as Parameters<typeof endOf>));
  }

  /** Runs the program on a new file `NAME.csv`, whose result is `NAME.result.csv`. */
  async function importFile(
    name: string,
    content: string | Uint8Array,
    { token, options = [], env = {} }: Import,
  ): Promise<Ended> {
    await writeFile(file(`${name}.csv`), content);
    return run(token, [...options, `${name}.csv`, `${name}.result.csv`], env);
  }

  const contentOf = (name: string) => readFile(file(name), 'utf8');
  return { file, start, run, importFile, contentOf };
}
