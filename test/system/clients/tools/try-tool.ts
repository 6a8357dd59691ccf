// Tries a tool as an integrator would: in its own directory, from the served documents to a running program.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServedApp } from '../serve-app.ts';

export interface Situation {
  readonly graphqlUrl: string;
  readonly token: string;
  readonly rentalId: number;
}

/** Each tool has a folder with its settings, a script `start` that runs it, and a job that uses its output. */
const folder = (tool: string) => join(import.meta.dirname, tool);
const packageOf = (tool: string) =>
  JSON.parse(readFileSync(join(folder(tool), 'package.json'), 'utf8'));

/** Whether the tool's packages are installed for the trial; those of the others belong to this workspace. */
export const needsInstall = (tool: string): boolean =>
  packageOf(tool).dependencies !== undefined;

/** The Node that runs tools and jobs, because integrators have older ones too. */
const NODE = process.env.CLIENTS_NODE ?? process.execPath;

/** Below this directory the workspace's packages are found. tsc writes nothing below `node_modules`. */
const WORKSPACE = join(import.meta.dirname, '..');

const ROOT = join(WORKSPACE, '../../..');

/**
 * Runs a tool on the documents of a version, by default the latest, compiles its job, a file in its folder, and runs
 * that too. Returns the job's result; undefined for a tool without a job.
 */
export async function tryTool(
  tool: string,
  app: Pick<ServedApp, 'call'>,
  situation: Situation,
  { version = '', job = 'job' } = {},
): Promise<unknown> {
  const isInstalled = needsInstall(tool);
  await using trial = await mkdtempDisposable(
    join(isInstalled ? tmpdir() : WORKSPACE, '.trial-'),
  );
  const directory = trial.path;
  const run = (file: string, ...args: string[]) => execute(file, args, directory);
  await cp(folder(tool), directory, { recursive: true });
  const read = async (path: string) => (await app.call(path, {}, { token: null })).body;
  const openApi = await read(`/openapi.json${version && `?version=${version}`}`);
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(openApi));
  await writeFile(join(directory, 'schema.graphql'), await read('/docs/schema.graphql'));
  if (isInstalled) await run('npm', 'install', '--ignore-scripts', '--no-package-lock');
  await run('sh', '-c', packageOf(tool).scripts.start);
  if (existsSync(join(directory, `${job}.ts`)))
    await run(process.execPath, TSC, ...COMPILER_OPTIONS, `${job}.ts`);
  if (!existsSync(join(directory, `${job}.js`))) return undefined;
  return JSON.parse(
    await run(NODE, '--eval', RUN_JOB, `./${job}.js`, JSON.stringify(situation)),
  );
}

/** The program's output, also in the error of one that fails, because tools write their findings there. */
async function execute(file: string, args: readonly string[], cwd: string): Promise<string> {
  const programs = [
    dirname(NODE),
    ...[cwd, WORKSPACE, ROOT].map((path) => join(path, 'node_modules/.bin')),
  ];
  const env = {
    ...process.env,
    PATH: [...programs, process.env.PATH].join(delimiter),
    WORKSPACE,
  };
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

/** The project's compiler; the workspace's is slower. */
const TYPESCRIPT = createRequire(join(WORKSPACE, '..')).resolve('typescript/package.json');
const TSC = join(dirname(TYPESCRIPT), 'bin', 'tsc');

/** Configured like a front-end bundler, except for the modules, which Node runs without a bundler. */
const COMPILER_OPTIONS = [
  '--ignoreConfig',
  '--strict',
  '--target',
  'es2024',
  '--lib',
  'es2024,dom,dom.iterable',
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--esModuleInterop',
  '--skipLibCheck',
  '--rewriteRelativeImportExtensions',
];
