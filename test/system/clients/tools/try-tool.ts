// Tries a tool as an integrator would: in a directory of its own, from the served documents to a program that runs.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServedApp } from '../serve-app.ts';

/** The argument of a job. */
export interface Situation {
  readonly graphqlUrl: string;
  readonly token: string;
  readonly rentalId: number;
}

/** Each tool has a folder: its settings, a script `start` that runs it, and the job for which its output is used. */
export const TOOLS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const folder = (tool: string) => join(import.meta.dirname, tool);
const packageOf = (tool: string) => JSON.parse(readFileSync(join(folder(tool), 'package.json'), 'utf8'));

/** Whether the packages of a tool are installed for the trial; those of the others belong to this workspace. */
export const needsInstall = (tool: string): boolean => packageOf(tool).dependencies !== undefined;

/** The Node of the tools and of the jobs: integrators have older ones too. */
const NODE = process.env.CLIENTS_NODE ?? process.execPath;

/** Below this directory the packages of the workspace are found. tsc writes nothing below `node_modules`. */
const WORKSPACE = join(import.meta.dirname, '..');

const ROOT = join(WORKSPACE, '../../..');

/**
 * Runs a tool on the documents of a version, the newest where none is named, compiles its job, a file of its folder, and runs
 * that too. Returns the result of the job; undefined for a tool without a job.
 */
export async function tryTool(
  tool: string,
  app: Pick<ServedApp, 'call'>,
  situation: Situation,
  { version = '', job = 'job' } = {},
): Promise<unknown> {
  const isInstalled = needsInstall(tool);
  const directory = await mkdtemp(join(isInstalled ? tmpdir() : WORKSPACE, '.trial-'));
  const run = (file: string, ...args: string[]) => execute(file, args, directory);
  try {
    await cp(folder(tool), directory, { recursive: true });
    const read = async (path: string) => (await app.call(path, {}, { token: null })).body;
    const openApi = await read(`/openapi.json${version && `?version=${version}`}`);
    await writeFile(join(directory, 'openapi.json'), JSON.stringify(openApi));
    await writeFile(join(directory, 'arazzo.yaml'), await read(`/arazzo.yaml${version && `?version=${version}`}`));
    await writeFile(join(directory, 'schema.graphql'), await read('/docs/schema.graphql'));
    if (isInstalled) await run('npm', 'install', '--ignore-scripts', '--no-package-lock');
    await run('sh', '-c', packageOf(tool).scripts.start);
    if (existsSync(join(directory, `${job}.ts`))) await run(process.execPath, TSC, ...COMPILER_OPTIONS, `${job}.ts`);
    if (!existsSync(join(directory, `${job}.js`))) return undefined;
    return JSON.parse(await run(NODE, '--eval', RUN_JOB, `./${job}.js`, JSON.stringify(situation)));
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The output of the program; it is in the error of one that fails, because tools write their findings there. */
async function execute(file: string, args: readonly string[], cwd: string): Promise<string> {
  const programs = [dirname(NODE), ...[cwd, WORKSPACE, ROOT].map((path) => join(path, 'node_modules/.bin'))];
  const env = { ...process.env, PATH: [...programs, process.env.PATH].join(delimiter), WORKSPACE };
  try {
    return (await promisify(execFile)(file, args, { cwd, env })).stdout;
  } catch (error) {
    const { stdout = '', message } = error as { stdout?: string; message: string };
    throw new Error(`${message}\n${stdout}`);
  }
}

const RUN_JOB = `
  const { job } = require(process.argv[1]);
  job(JSON.parse(process.argv[2])).then((result) => process.stdout.write(JSON.stringify(result)));`;

/** The compiler of the project; the one of the workspace is slower. */
const TYPESCRIPT = createRequire(join(WORKSPACE, '..')).resolve('typescript/package.json');
const TSC = join(dirname(TYPESCRIPT), 'bin', 'tsc');

/** As a bundler of front ends would be configured, but for the modules, which Node runs without a bundler. */
const COMPILER_OPTIONS = [
  ...['--ignoreConfig', '--strict', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--module', 'commonjs'],
  ...['--moduleResolution', 'bundler', '--esModuleInterop', '--skipLibCheck', '--rewriteRelativeImportExtensions'],
];
