// Runs example code in its language, in a process of its own, if the machine has the language.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Language } from '../../../src/sites/docs/languages.ts';
import { EVENTUALLY } from '../../support/eventually.ts';

const run = promisify(execFile);

/** Each with its file, and words with which it succeeds if the machine can run the examples of the guides. */
const INTERPRETERS: Readonly<Record<Language, readonly [command: string, file: string, ...probe: string[]]>> = {
  curl: ['sh', 'example.sh', '-c', 'curl --version'],
  javascript: [process.execPath, 'example.mjs', '--version'],
  python: ['python3', 'example.py', '-c', 'import requests'],
  php: ['php', 'example.php', '-r', 'exit(defined("CURLINFO_RETRY_AFTER") ? 0 : 1);'],
};

export const canRun = (language: Language): boolean => {
  const [command, , ...probe] = INTERPRETERS[language];
  return spawnSync(command, probe, { stdio: 'ignore' }).status === 0;
};

const MARK = '=== end of an example ===';

/** One program of several: each stands as it is, and prints a mark when it is done. */
const JOINED: Readonly<Record<Language, (code: string) => string>> = {
  curl: (code) => `${code}\necho; echo '${MARK}'\n`,
  javascript: (code) => `{\n${code}\nconsole.log('${MARK}');\n}\n`,
  python: (code) => `${code}\nprint('${MARK}', flush=True)\n`,
  php: (code) => `${code}\necho '${MARK}';\n?>\n`,
};

/** The texts that the programs print, one after the other, in one process: to start one takes longer than a request. */
export async function runExamples(language: Language, codes: readonly string[], token: string): Promise<string[]> {
  const text = await runExample(language, codes.map(JOINED[language]).join(''), token);
  return text.split(MARK).slice(0, -1);
}

/** The text that the code prints. It reads the token from the environment variable TOKEN. */
export async function runExample(language: Language, code: string, token: string): Promise<string> {
  const [command, file] = INTERPRETERS[language];
  const directory = await mkdtemp(join(tmpdir(), 'example-'));
  try {
    const path = join(directory, file);
    await writeFile(path, code);
    const { stdout } = await run(command, [path], { env: { ...process.env, TOKEN: token }, timeout: 4 * EVENTUALLY });
    return stdout;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The status and the body that an example printed; curl prints the headers too, and Python a dictionary. */
export function printedAnswer(language: Language, text: string): { status: number; body: unknown } {
  if (language === 'curl') {
    const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
    const [head = '', body = ''] = last.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: body.trim() ? JSON.parse(body) : undefined };
  }
  const [, status, rest = ''] = /^(\d+)\s*(.*)$/s.exec(text.trim()) ?? [];
  return { status: Number(status), body: language === 'php' && rest ? JSON.parse(rest) : undefined };
}
