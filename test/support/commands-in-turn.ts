// Commands for operators in one process, one after the other: a start of Node takes longer than most of them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE_COMPILE_CACHE, type runCommand } from '../process/service.ts';

export interface SentCommand {
  readonly script: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly input: string;
  /** What the server prints on both streams when the command has ended. */
  readonly end: string;
}

const END = '\0';

let server: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

function start(): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE };
  const child = fork(join(import.meta.dirname, 'command-server.ts'), {
    env,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8');
  child.unref();
  return child;
}

/** The text of a stream up to the end of the command; Node may write a warning behind it. */
function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  const read = (chunk: string) => {
    text += chunk;
    if (!text.includes(END)) return;
    stream?.off('data', read);
    resolve(text.slice(0, text.indexOf(END)));
  };
  stream?.on('data', read);
  return promise;
}

/** Like `runCommand`, for a command that ends by itself and logs nothing. */
export const runInTurn: typeof runCommand = (script, args, variables, input = '') => {
  const run = async () => {
    server ??= start();
    const ended = Promise.all([once(server, 'message'), textOf(server.stdout), textOf(server.stderr)]);
    server.send({ script, args, variables, input, end: END } satisfies SentCommand);
    const [[code], out, told] = await ended;
    return { code, stdout: out, stderr: told };
  };
  const result = before.then(run, run);
  before = result.catch(() => undefined);
  return result;
};
