// A server as a child process whose CPU time and memory the bench can read.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
const probe = join(import.meta.dirname, 'usage-probe.js');

/** What `npm start` runs. Neither the throttle nor a network with images is a subject of the bench. */
export const SERVICE = {
  script: 'src/start.js',
  nodeFlags: manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
  variables: { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' },
};

interface ServerOptions {
  /** A file of the repository. */
  readonly script: string;
  /** The working copy of the repository that has it; absent: this one. */
  readonly directory?: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  /** The file that takes the log of the server, one line for each request of the service. */
  readonly log: string;
}

/** Sums over all processes of a server, as `usage-probe.js` sends them. */
export interface Usage {
  /** User and system time since the start. */
  readonly cpuMicroseconds: number;
  readonly rssBytes: number;
  /** The largest sample since the answer before. */
  readonly recentPeakRssBytes: number;
  /** The peak since the start. */
  readonly peakRssBytes: number;
}

export interface MeasuredServer {
  readonly origin: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Resolves when the server has printed its address. */
export async function startServer(cleanup: AsyncDisposableStack, options: ServerOptions): Promise<MeasuredServer> {
  const { script, directory = root, variables, nodeFlags = [], log } = options;
  const { PATH = '', HOME = '' } = process.env;
  const file = await open(log, 'a');
  const child = fork(join(directory, script), {
    cwd: directory,
    env: { PATH, HOME, NODE_ENV: 'production', ...variables },
    execArgv: ['--import', probe, ...nodeFlags],
    stdio: ['ignore', 'pipe', file.fd, 'ipc'],
  });
  await file.close();
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)));
  const stop = async () => {
    child.kill();
    await ended;
  };
  cleanup.defer(stop);
  const origin = await Promise.race([addressOn(child), ended]);
  if (!origin) throw new Error(`${script} ended:\n${await readFile(log, 'utf8')}`);
  return {
    origin,
    async usage() {
      const answer = once(child, 'message');
      child.send('usage');
      const [usage] = await answer;
      return usage as Usage;
    },
    stop,
  };
}

const addressOn = ({ stdout }: ChildProcess) =>
  new Promise<string>((resolve) => {
    let text = '';
    stdout?.on('data', (chunk) => {
      text += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (address) resolve(address[0]);
    });
  });
