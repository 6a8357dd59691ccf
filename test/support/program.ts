// Programs beside the service, such as load balancers and poolers, that listen on a loopback port.
import {
  type ChildProcess,
  execFileSync,
  type SpawnOptions,
  spawn,
} from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const STARTED_WITHIN_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 50;

/** Resolves when the program listens on the port; `killSignal` in the options ends it. */
export async function startProgram(
  cleanup: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  port: number,
  options: SpawnOptions = {},
): Promise<void> {
  const child = spawn(program, args, { ...options, stdio: 'ignore' });
  cleanup.defer(() => end(child, options.killSignal as NodeJS.Signals | undefined));
  const deadline = performance.now() + STARTED_WITHIN_MILLISECONDS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${program} does not listen on ${port}`);
    await delay(POLL_MILLISECONDS);
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.end();
  });

export async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** The user and group for processes that refuse to run as root; undefined if the caller is another user. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: '-u' | '-g') => Number(execFileSync('id', [kind, 'nobody']));
  return { uid: id('-u'), gid: id('-g') };
}
