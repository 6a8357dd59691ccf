// The drill `edges`: whatever surrounds a process hangs or is full, and requests and SIGTERM end in time all the same.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Service, startService } from '../../process/service.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import {
  type DrillOptions,
  inTime,
  MissingError,
  type RanOperation,
  type Row,
  rowOf,
} from './drill.ts';
import { judged, send, times } from './support/send.ts';
import { startPostgres } from './support/servers.ts';

/** The longest stop without a drain: 5.5 s with the last lines of the log and the end of the process. */
const STOP_MILLISECONDS = 6_000;
const GIVE_UP_MILLISECONDS = 60_000;
const ANSWER_MILLISECONDS = 5_500;
/** More lines than a pipe and the memory for the log take. */
const REQUESTS = 4_000;
const AT_ONCE = 20;
const CHUNKS = 900_000;
/** What compose.yaml gives a node. */
const MEMORY_MEGABYTES = 512;

interface Around {
  readonly cleanup: AsyncDisposableStack;
  readonly directory: string;
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
}

/** How the service is started, and what happens to it then. */
interface Scene {
  readonly variables?: Readonly<Record<string, string>>;
  readonly spawning?: Parameters<typeof startService>[1];
  readonly play: (service: Service) => Promise<readonly RanOperation[]>;
}

const SCENES: Readonly<Record<string, (around: Around) => Scene | Promise<Scene>>> = {
  'full disk of the log': ({ cleanup, directory }) => {
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    cleanup.defer(() => void execFileSync('umount', ['--lazy', disk]));
    const stderr = openSync(join(disk, 'log'), 'a');
    cleanup.defer(() => closeSync(stderr));
    return { spawning: { stderr }, play: reads };
  },
  'stopped reader of the log': ({ cleanup, directory }) => {
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const stderr = openSync(pipe, 'r+');
    cleanup.defer(() => closeSync(stderr));
    return { spawning: { stderr }, play: reads };
  },
  'frozen database': ({ cleanup, postgres }) => ({
    play: async (service) => {
      await reads(service);
      signalAll(postgres.pid, 'SIGSTOP');
      cleanup.defer(() => signalAll(postgres.pid, 'SIGCONT'));
      return judged(await readProduct(service, AT_ONCE), [503], ANSWER_MILLISECONDS);
    },
  }),
  'silent collector': async ({ cleanup }) => {
    const collector = await startLoopbackServer(() => {});
    cleanup.defer(() => collector.close());
    return { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin }, play: reads };
  },
  'silent name server': async ({ cleanup, directory }) => {
    const nameServer = createSocket('udp4').bind(53, '127.0.0.54');
    await once(nameServer, 'listening');
    cleanup.defer(() => void nameServer.close());
    const file = join(directory, 'resolv.conf');
    writeFileSync(file, 'nameserver 127.0.0.54\noptions timeout:30 attempts:5\n');
    const mount = `mount --bind ${file} /etc/resolv.conf && exec "$0" "$@"`;
    return {
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
      spawning: { through: ['unshare', '--mount', 'bash', '-c', mount] },
      play: reads,
    };
  },
  'chunks of one byte': () => ({
    play: async (service) => {
      const chunked = await Promise.all([sendChunks(service), sendChunks(service)]);
      const megabytes = peakMegabytes(service);
      const fault = megabytes > MEMORY_MEGABYTES ? `${megabytes} MB of memory` : undefined;
      return [...chunked, ...(await reads(service)), inTime(0, 0, fault)];
    },
  }),
};

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new MissingError('needs Linux and root.');
  const postgres = await startPostgres(cleanup);
  const rows: Row[] = [];
  for (const [name, prepare] of Object.entries(SCENES)) {
    await using around = new AsyncDisposableStack();
    const { path: directory, remove } = await temporaryDirectory();
    around.defer(remove);
    const { variables, spawning, play } = await prepare({
      cleanup: around,
      directory,
      postgres,
    });
    const limits = { RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'info' };
    const service = await startService(
      { ...postgres.variables, ...limits, ...variables },
      spawning,
    );
    around.defer(() => void service.process.kill('SIGKILL'));
    rows.push(rowOf(name, await play(service)), rowOf('  SIGTERM', [await stopped(service)]));
  }
  return rows;
}

/** Each is a line of the log. */
const readProduct = (service: Service, count: number) =>
  times(count, AT_ONCE, () => send(service, 'GET', '/product/1'));

const reads = async (service: Service) =>
  judged(await readProduct(service, REQUESTS), [200], ANSWER_MILLISECONDS);

async function stopped(service: Service): Promise<RanOperation> {
  const start = performance.now();
  const patience = setTimeout(() => service.process.kill('SIGKILL'), GIVE_UP_MILLISECONDS);
  const { code } = await service.stop();
  clearTimeout(patience);
  const fault = code === 0 ? undefined : `ended with ${code}`;
  return inTime(performance.now() - start, STOP_MILLISECONDS, fault);
}

function signalAll(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ');
  for (const one of [pid, ...children.map(Number)]) process.kill(one, signal);
}

const peakMegabytes = ({ process: { pid } }: Service) => {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
};

/** A body in as many chunks as bytes; any response that isn't a 5xx will do. */
async function sendChunks({ port, token }: Service): Promise<RanOperation> {
  const start = performance.now();
  const socket = connect(port, '127.0.0.1');
  const head = [
    'POST /api/token-secured/product HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
  ];
  const rest = ['Content-Type: application/json', 'Transfer-Encoding: chunked', '', ''];
  socket.write([...head, ...rest].join('\r\n'));
  socket.write(`${'1\r\n \r\n'.repeat(CHUNKS)}0\r\n\r\n`);
  const [first] = await once(socket, 'data');
  socket.destroy();
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(String(first))?.[1]);
  const fault = status < 500 ? undefined : `status ${status}`;
  return inTime(performance.now() - start, GIVE_UP_MILLISECONDS, fault);
}
