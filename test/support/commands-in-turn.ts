// Runs operator commands in one process, one after the other, because starting Node takes longer than most of them.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { standardError } from '../../src/process/output.ts';
import { NODE_COMPILE_CACHE, type runCommand } from '../process/service.ts';

let server: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

/** This file is also the module of the process. */
function start(): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(import.meta.filename, {
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    execArgv: [],
  });
  child.unref();
  return child;
}

/** Like `runCommand`, for a command that ends by itself and logs nothing. */
export const runInTurn: typeof runCommand = (script, args, variables, input = '') => {
  const run = async () => {
    server ??= start();
    const ended = once(server, 'message');
    server.send([script, args, variables, input] satisfies Parameters<typeof serve>);
    return (await ended)[0];
  };
  const result = before.then(run, run);
  before = result.catch(() => undefined);
  return result;
};

const { env } = process;
let count = 0;

/** Runs a command as if it had the process. Other modules are loaded once. */
async function serve(
  ...[script, args, variables, input = '']: Parameters<typeof runCommand>
): Promise<void> {
  const file = join(import.meta.dirname, '../..', script);
  const told = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: unknown, done: unknown) => {
      told[name] += text;
      if (typeof done === 'function') done();
      return true;
    };
  }
  standardError.write = (text) => {
    told.stderr += text;
  };
  process.env = { ...env, ...variables };
  process.argv = [process.execPath, file, ...args];
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input ? [input] : []),
    configurable: true,
  });
  // A module runs once per URL.
  await import(`${file}?${count++}`).catch((error: unknown) => {
    process.exitCode = 1;
    told.stderr += error;
  });
  process.send?.({ code: process.exitCode, ...told });
}

if (process.argv[1] === import.meta.filename) {
  // Each command adds listeners of its own.
  for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
  process.on('disconnect', () => process.exit());
  process.on('message', (sent: Parameters<typeof serve>) => void serve(...sent));
}
