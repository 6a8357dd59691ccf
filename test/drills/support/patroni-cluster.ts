// Three PostgreSQL servers under Patroni, each with a loopback address of its own as on three machines, etcd, and HAProxy in front.
import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MissingError } from '../drill.ts';
import { createMachine, type Machine, type Status } from './patroni-machine.ts';
import { end, freePorts, untilListening } from './programs.ts';

const HOSTS = ['127.0.0.11', '127.0.0.12', '127.0.0.13'];
const DEPLOY = join(import.meta.dirname, '../../../.deploy');
const SERVICE_PASSWORD = 'service';
const WITHIN_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 100;
const PACKAGES = [
  { program: 'patroni', name: 'patroni' },
  { program: 'etcd', name: 'etcd-server' },
  { program: 'haproxy', name: 'haproxy' },
];

export interface PatroniCluster {
  /** The URL of the service's database, by way of HAProxy. */
  readonly url: string;
  primary(): Promise<Machine>;
  /** Resolves when a server other than `old` has accepted a write. */
  untilWritable(old?: Machine): Promise<void>;
  /** Resolves when one server is the primary, the other two follow it, and one of these is synchronous. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws {MissingError} A program that it runs is not installed. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const bin = postgresPrograms();
  const directory = await mkdtemp(join(tmpdir(), 'patroni-'));
  const account = unprivileged();
  await chmod(directory, 0o755);
  const [client = 0, peer = 0, proxy = 0, postgresPort = 0, patroniPort = 0] = await freePorts(5);
  const paths = ['etcd', ...HOSTS].map((name) => join(directory, name));
  for (const path of paths) {
    await mkdir(path, { mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
  }
  const peerUrl = `http://127.0.0.1:${peer}`;
  const clientUrl = `http://127.0.0.1:${client}`;
  const etcd = spawn(
    'etcd',
    [
      ...['--data-dir', join(directory, 'etcd'), '--initial-cluster', `default=${peerUrl}`],
      ...['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ],
    { ...account, stdio: 'ignore' },
  );
  const machines = HOSTS.map((host, index) =>
    createMachine({
      name: `postgres-${index + 1}`,
      host,
      directory: join(directory, host),
      bin,
      ports: { postgres: postgresPort, patroni: patroniPort, etcd: client },
      ...(account && { account }),
    }),
  );
  const haproxy = spawn('haproxy', ['-db', '-f', join(DEPLOY, 'haproxy-postgres.cfg')], {
    env: {
      ...process.env,
      POSTGRES_BIND: `127.0.0.1:${proxy}`,
      POSTGRES_PORT: String(postgresPort),
      PATRONI_PORT: String(patroniPort),
      ...Object.fromEntries(HOSTS.map((host, index) => [`POSTGRES_${index + 1}`, host])),
    },
    stdio: 'ignore',
  });
  const stop = async () => {
    await Promise.all([...machines.map((machine) => machine.stop()), end(haproxy), end(etcd)]);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await untilListening(etcd, client);
    await untilListening(haproxy, proxy);
    for (const machine of machines) machine.start();
    const cluster = {
      ...clusterOf(machines),
      url: `postgresql://owner_api:${SERVICE_PASSWORD}@127.0.0.1:${proxy}/owner_api`,
    };
    await cluster.untilWhole();
    await (await cluster.primary()).execute(`CREATE ROLE owner_api LOGIN PASSWORD '${SERVICE_PASSWORD}'`);
    await (await cluster.primary()).execute('CREATE DATABASE owner_api OWNER owner_api');
    await (await cluster.primary()).execute('CREATE TABLE writable (at timestamptz)');
    return { ...cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Neither PostgreSQL nor Patroni belongs to root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: '-u' | '-g') => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function clusterOf(machines: readonly Machine[]): Omit<PatroniCluster, 'url' | 'stop'> {
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const deadline = performance.now() + WITHIN_MILLISECONDS;
    while (performance.now() < deadline) {
      if (await isSo()) return;
      await delay(POLL_MILLISECONDS);
    }
    throw new Error(`the cluster is not ${what}`);
  };
  const isPrimary = (status: Status | undefined) => status?.state === 'running' && status.role !== 'replica';
  const statuses = () => Promise.all(machines.map((machine) => machine.status()));
  const primary = async () => {
    const machine = machines[(await statuses()).findIndex(isPrimary)];
    if (!machine) throw new Error('the cluster has no primary');
    return machine;
  };
  return {
    primary,
    untilWritable: (old) =>
      until('writable', async () => {
        const others = machines.filter((machine) => machine !== old);
        const writes = others.map((machine) => machine.execute('INSERT INTO writable VALUES (now())').then(() => true));
        return (await Promise.allSettled(writes)).some(({ status }) => status === 'fulfilled');
      }),
    untilWhole: () =>
      until('whole', async () => {
        const all = await statuses();
        const standbys = all.find(isPrimary)?.replication?.filter(({ state }) => state === 'streaming') ?? [];
        const following = all.filter((status) => status?.state === 'running' && status.role === 'replica');
        const synchronous = following.filter((status) => status?.sync_standby);
        return standbys.length === 2 && following.length === 2 && synchronous.length === 1;
      }),
  };
}

/** Where the newest PostgreSQL of the machine has the programs that Patroni calls. @throws {MissingError} */
function postgresPrograms(): string {
  const versionOf = (path: string) => Number(path.split('/')[4]);
  const found = globSync('/usr/lib/postgresql/*/bin/pg_rewind')
    .sort((a, b) => versionOf(a) - versionOf(b))
    .at(-1);
  const missing = PACKAGES.filter(({ program }) => spawnSync(program, ['--version']).error).map(({ name }) => name);
  if (found && missing.length === 0) return dirname(found);
  const names = [...missing, ...(found ? [] : ['postgresql'])].join(' ');
  throw new MissingError(`needs ${names}: apt-get install ${names}`);
}
