// Three PostgreSQL servers under Patroni, each with a loopback address of its own as on three machines, etcd, and HAProxy in front.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../support/postgres-server.ts';
import { MissingError } from '../drill.ts';
import { type Account, createMachine, type Machine, type Status } from './patroni-machine.ts';
import { end, untilListening } from './programs.ts';

const HOSTS = ['127.0.0.11', '127.0.0.12', '127.0.0.13'];
const HAPROXY = join(import.meta.dirname, '../../../../.deploy/haproxy-postgres.cfg');
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
  /** The standby that has all that was answered. */
  synchronousStandby(): Promise<Machine>;
  /** Resolves when a server other than `old` has accepted a write. */
  untilWritable(old?: Machine): Promise<void>;
  /** Resolves when one server is the primary, the other two follow it, and one of these is synchronous. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws {MissingError} A program that it runs is not installed. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const bin = programsOfPostgres();
  const directory = await mkdtemp(join(tmpdir(), 'patroni-'));
  const account = unprivileged();
  await chmod(directory, 0o755);
  const [etcdPort = 0, peerPort = 0, port = 0, postgres = 0, patroni = 0] = await freePorts(5);
  const own = async (name: string) => {
    const path = join(directory, name);
    await mkdir(path, { mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
    return path;
  };
  const api = etcdApi(spawnSync('patroni', ['--version'], { encoding: 'utf8' }).stdout);
  const etcd = startEtcd(await own('etcd'), [etcdPort, peerPort], api, account);
  const haproxy = startHaproxy(port, { postgres, patroni });
  const shared = {
    bin,
    ports: { postgres, patroni },
    etcd: { api, hosts: `127.0.0.1:${etcdPort}` },
    ...(account && { account }),
  };
  const machines: Machine[] = [];
  for (const [index, host] of HOSTS.entries()) {
    const name = `postgres-${index + 1}`;
    machines.push(createMachine({ ...shared, name, host, directory: await own(name) }));
  }
  const killAll = () => {
    for (const machine of machines) machine.signal('SIGKILL');
    for (const child of [haproxy, etcd]) child.kill('SIGKILL');
  };
  process.once('exit', killAll);
  const stop = async () => {
    killAll();
    await Promise.all([...machines.map((machine) => machine.ended()), end(haproxy), end(etcd)]);
    process.off('exit', killAll);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await untilListening(etcd, etcdPort);
    await untilListening(haproxy, port);
    for (const machine of machines) machine.start();
    const cluster = clusterOf(machines);
    await cluster.untilWhole();
    const primary = await cluster.primary();
    await primary.execute(`CREATE ROLE owner_api LOGIN PASSWORD '${SERVICE_PASSWORD}'`);
    await primary.execute('CREATE DATABASE owner_api OWNER owner_api');
    await primary.execute('CREATE TABLE writable (at timestamptz)');
    return { ...cluster, url: `postgresql://owner_api:${SERVICE_PASSWORD}@127.0.0.1:${port}/owner_api`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Exported for its test. Through version 3 of the API, Patroni before 3.0.3 overwrites the lock of a new primary when the
 * old one was frozen and goes on; through version 2 it compares first.
 */
export function etcdApi(version: string): 'ETCD' | 'ETCD3' {
  const [major = 0, minor = 0, patch = 0] = (/\d+(\.\d+)+/.exec(version)?.[0] ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch < 30_003 ? 'ETCD' : 'ETCD3';
}

function startEtcd(
  directory: string,
  ports: readonly [number, number],
  api: 'ETCD' | 'ETCD3',
  account: Account | undefined,
): ChildProcess {
  const [url, peerUrl] = ports.map((port) => `http://127.0.0.1:${port}`);
  const options = {
    'data-dir': directory,
    ...(api === 'ETCD' && { 'enable-v2': 'true' }),
    'initial-cluster': `default=${peerUrl}`,
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return spawn('etcd', args, { ...account, stdio: 'ignore' });
}

/** The configuration for production, whose ports and addresses are variables. */
function startHaproxy(port: number, ports: { readonly postgres: number; readonly patroni: number }): ChildProcess {
  const hosts = Object.fromEntries(HOSTS.map((host, index) => [`POSTGRES_${index + 1}`, host]));
  const env = {
    PATH: process.env.PATH,
    POSTGRES_BIND: `127.0.0.1:${port}`,
    POSTGRES_PORT: String(ports.postgres),
    PATRONI_PORT: String(ports.patroni),
    ...hosts,
  };
  return spawn('haproxy', ['-db', '-f', HAPROXY], { env, stdio: 'ignore' });
}

/** Neither PostgreSQL nor Patroni belongs to root. */
function unprivileged(): Account | undefined {
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
  const find = async (what: string, isSo: (status: Status | undefined) => boolean | undefined) => {
    const machine = machines[(await statuses()).findIndex(isSo)];
    if (!machine) throw new Error(`the cluster has no ${what}`);
    return machine;
  };
  return {
    primary: () => find('primary', isPrimary),
    synchronousStandby: () => find('synchronous standby', (status) => status?.sync_standby),
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

/** Where the newest PostgreSQL of the machine has its programs. @throws {MissingError} */
function programsOfPostgres(): string {
  const isInstalled = (program: string) => !spawnSync(program, ['--version']).error;
  return findPrograms(isInstalled, globSync('/usr/lib/postgresql/*/bin/pg_rewind'));
}

/** Exported for its test. `rewinds` are the programs pg_rewind of the machine, as Debian's packages lay them down. */
export function findPrograms(isInstalled: (program: string) => boolean, rewinds: readonly string[]): string {
  const versionOf = (path: string) => Number(path.split('/')[4]);
  const newest = rewinds.toSorted((a, b) => versionOf(a) - versionOf(b)).at(-1);
  const missing = PACKAGES.filter(({ program }) => !isInstalled(program)).map(({ name }) => name);
  if (newest && missing.length === 0) return dirname(newest);
  const names = [...missing, ...(newest ? [] : ['postgresql'])];
  throw new MissingError(`needs ${names.join(', ')}: apt-get install ${names.join(' ')}`);
}
