// Runs the commands of the service as child processes, each with its own environment.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { LogLine } from '../support/log.ts';
import { freePort } from '../support/postgres-server.ts';

const root = join(import.meta.dirname, '../..');

/** Node's compile cache, shared by the processes of these tests. */
export const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node-compile-cache');

type Variables = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Child {
  readonly process: ChildProcess;
  output(): { stdout: string; stderr: string };
  ended(): Promise<Ended>;
}

interface Spawning {
  readonly detached?: boolean;
  /** All of its standard input; empty by default. */
  readonly input?: string;
  /** Its working directory; the root of the repository by default. */
  readonly directory?: string;
  /** The descriptor of its standard error; a pipe that is read by default. */
  readonly stderr?: number;
  /** A program with its arguments that becomes the service. */
  readonly through?: readonly string[];
}

/** Runs a program with these variables and no others that it reads. */
function run(
  program: string,
  args: readonly string[],
  variables: Variables,
  { detached = false, input, directory = root, stderr: sink }: Spawning = {},
): Child {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd: directory,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...variables },
    stdio: ['pipe', 'pipe', sink ?? 'pipe'],
    detached,
  });
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const closed = once(child, 'close');
  return {
    process: child,
    output: () => ({ stdout, stderr }),
    ended: async () => ({ code: (await closed)[0] as number | null, stdout, stderr }),
  };
}

/** Runs a script of the repository with the Node that runs the tests. */
export const runScript = (
  script: string,
  args: readonly string[],
  variables: Variables,
  input = '',
): Child => run(process.execPath, [join(root, script), ...args], variables, { input });

export const runCommand = (
  script: string,
  args: readonly string[],
  variables: Variables,
  input?: string,
) => runScript(script, args, variables, input).ended();

/** The lines of a log so far, each of them JSON; the last one may be incomplete. */
export const toldIn = (stderr: string): LogLine[] =>
  stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** The message of a start in its output, where it is a line of JSON after npm's lines; empty until it appears. */
const welcomeIn = (stdout: string): string =>
  JSON.parse(/^\{.*\}$(?=\n)/m.exec(stdout)?.[0] ?? '{}').msg ?? '';

export interface Service extends Child {
  readonly origin: string;
  readonly port: number;
  /** The message that it printed when it was ready. */
  readonly welcome: string;
  readonly token: string;
  readonly readyMilliseconds: number;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

const [, ...START] = manifest.scripts.start.split(' ');

/** Starts the service on a free port with the flags of `npm start`; resolves when it has printed its addresses. */
export async function startService(
  variables: Variables,
  spawning?: Spawning,
): Promise<Service> {
  // With a PUBLIC_ORIGIN, the service doesn't print which port it got.
  const PORT = variables.PORT ?? (variables.PUBLIC_ORIGIN ? String(await freePort()) : '0');
  const [program = '', ...args] = [...(spawning?.through ?? []), process.execPath, ...START];
  return started(
    (defaults) => run(program, args, { ...defaults, ...variables, PORT }, spawning),
    PORT,
  );
}

/** Runs `npm start`; the resulting process is npm, which leads a process group as on a terminal. */
export const startByNpm = (variables: Variables): Promise<Service> =>
  started((defaults) =>
    run('npm', ['start'], { ...defaults, ...variables }, { detached: true }),
  );

async function started(run: (defaults: Variables) => Child, port = '0'): Promise<Service> {
  const start = performance.now();
  const child = run({ PORT: '0', LOG_LEVEL: 'warn' });
  const { stdout } = child.process;
  while (welcomeIn(child.output().stdout) === '') {
    const more = await Promise.race([
      once(stdout as NodeJS.ReadableStream, 'data'),
      child.ended(),
    ]);
    if (!Array.isArray(more))
      throw new Error(`the service ended with ${more.code}: ${more.stderr}`);
  }
  const readyMilliseconds = performance.now() - start;
  const welcome = welcomeIn(child.output().stdout);
  const [printed = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(welcome) ?? [];
  const origin = port === '0' ? printed : `http://127.0.0.1:${port}`;
  return {
    ...child,
    origin,
    port: Number(new URL(origin).port),
    welcome,
    token: /svc_\w+/.exec(welcome)?.[0] ?? '',
    readyMilliseconds,
    stop(signal = 'SIGTERM') {
      child.process.kill(signal);
      return child.ended();
    },
  };
}
