// Tries a generator as an integrator would: in a directory of its own, from the served documents to a program that runs.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServedApp } from '../serve-app.ts';

const execute = promisify(execFile);

/** The arguments of a job. */
export interface Situation {
  readonly graphqlUrl: string;
  readonly token: string;
  readonly rentalId: number;
}

const folder = (generator: string) => join(import.meta.dirname, generator);

/** Whether the packages of a generator are installed for it alone; those of the others are of this workspace. */
export const needsInstall = (generator: string): boolean =>
  JSON.parse(readFileSync(join(folder(generator), 'package.json'), 'utf8')).dependencies !== undefined;

/** Below this directory the packages of the workspace are found. tsc writes nothing below `node_modules`. */
const WORKSPACE = join(import.meta.dirname, '..');

/**
 * Generates a client, compiles the job of the generator with it, and runs it. Returns the result of the job; undefined
 * for a generator without a job.
 */
export async function tryGenerator(generator: string, app: ServedApp, situation: Situation): Promise<unknown> {
  const isForeign = needsInstall(generator);
  const directory = await mkdtemp(join(isForeign ? tmpdir() : WORKSPACE, '.trial-'));
  try {
    await cp(folder(generator), directory, { recursive: true });
    await writeDocuments(directory, app);
    const run = (file: string, ...args: string[]) => execute(file, args, { cwd: directory });
    if (isForeign) await run('npm', 'install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund');
    await run(process.execPath, '--run', 'generate');
    if (existsSync(join(directory, 'job.ts'))) await run(process.execPath, TSC, ...COMPILER_OPTIONS, 'job.ts');
    if (!existsSync(join(directory, 'job.js'))) return undefined;
    const { stdout } = await run(process.execPath, '--eval', RUN_JOB, JSON.stringify(situation));
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(outputOf(error));
  } finally {
    await rm(directory, { recursive: true });
  }
}

const RUN_JOB = `require('./job.js').job(JSON.parse(process.argv[1])).then((result) => console.log(JSON.stringify(result)))`;

const TYPESCRIPT = createRequire(join(import.meta.dirname, '..', '..', 'README.md')).resolve('typescript/package.json');

const TSC = join(dirname(TYPESCRIPT), 'bin', 'tsc');

/** As a bundler of front ends would be configured, but for the modules, which Node runs without a bundler. */
const COMPILER_OPTIONS = [
  '--ignoreConfig',
  '--strict',
  '--target es2024',
  '--lib es2024,dom,dom.iterable',
  '--types *',
  '--module commonjs',
  '--moduleResolution bundler',
  '--esModuleInterop',
  '--skipLibCheck',
  '--rewriteRelativeImportExtensions',
].flatMap((option) => option.split(' '));

async function writeDocuments(directory: string, app: ServedApp): Promise<void> {
  const read = async (path: string) => (await app.call(path, {}, { token: null })).body;
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(await read('/openapi.json')));
  await writeFile(join(directory, 'schema.graphql'), await read('/docs/schema.graphql'));
}

/** The output of a failed program is the fault that a reader can mend. */
function outputOf(error: unknown): string {
  const { stdout = '', message } = error as { stdout?: string; message: string };
  return `${message}\n${stdout}`;
}
