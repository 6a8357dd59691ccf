// Three PostgreSQL servers under Patroni, each with a loopback address of its own as on three machines, etcd, and HAProxy in front.

import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../support/postgres-server.ts';
import { MissingError } from '../drill.ts';
import { type Account, createMachine, type Machine, type Status } from './patroni-machine.ts';
import { startProgram } from './programs.ts';

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

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/** @throws {MissingError} A program that it runs is not installed. */
export async function startPatroniCluster(cleanup: AsyncDisposableStack) {
  const bin = programsOfPostgres();
  const account = unprivileged();
  const directory = await mkdtemp(join(tmpdir(), 'patroni-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  const own = async (name: string) => {
    const path = join(directory, name);
    await mkdir(path, { mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
    return path;
  };
  const [etcdPort = 0, peerPort = 0, port = 0, postgres = 0, patroni = 0] = await freePorts(5);
  const api = etcdApi();
  await startProgram(cleanup, 'etcd', etcdFlags(await own('etcd'), [etcdPort, peerPort], api), etcdPort, {
    ...account,
  });
  // The configuration for production, whose ports and addresses are variables.
  const variables = {
    PATH: process.env.PATH,
    POSTGRES_BIND: `127.0.0.1:${port}`,
    POSTGRES_PORT: String(postgres),
    PATRONI_PORT: String(patroni),
    ...Object.fromEntries(HOSTS.map((host, index) => [`POSTGRES_${index + 1}`, host])),
  };
  await startProgram(cleanup, 'haproxy', ['-db', '-f', HAPROXY], port, { env: variables });
  const shared = { bin, ports: { postgres, patroni }, etcd: { api, hosts: `127.0.0.1:${etcdPort}` }, account };
  const machines: Machine[] = [];
  for (const [index, host] of HOSTS.entries()) {
    const name = `postgres-${index + 1}`;
    machines.push(createMachine({ ...shared, name, host, directory: await own(name) }));
  }
  const killAll = () => machines.forEach((machine) => void machine.signal('SIGKILL'));
  process.once('exit', killAll);
  cleanup.defer(async () => {
    killAll();
    await Promise.all(machines.map((machine) => machine.ended()));
    process.off('exit', killAll);
  });
  for (const machine of machines) machine.start();
  const cluster = clusterOf(machines);
  await cluster.untilWhole();
  const primary = await cluster.primary();
  await primary.execute(`CREATE ROLE owner_api LOGIN PASSWORD '${SERVICE_PASSWORD}'`);
  await primary.execute('CREATE DATABASE owner_api OWNER owner_api');
  await primary.execute('CREATE TABLE writable (at timestamptz)');
  return { ...cluster, url: `postgresql://owner_api:${SERVICE_PASSWORD}@127.0.0.1:${port}/owner_api` };
}

/**
 * Through version 3 of the API, Patroni before 3.0.3 overwrites the lock of a new primary when the old one was frozen and goes
 * on; through version 2 it compares first.
 */
function etcdApi(): 'ETCD' | 'ETCD3' {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/\d+(\.\d+)+/.exec(stdout)?.[0] ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch < 30_003 ? 'ETCD' : 'ETCD3';
}

function etcdFlags(directory: string, ports: readonly [number, number], api: 'ETCD' | 'ETCD3'): string[] {
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
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

/** Neither PostgreSQL nor Patroni belongs to root. */
function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: '-u' | '-g') => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function clusterOf(machines: readonly Machine[]) {
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
    /** The standby that has all that was answered. */
    synchronousStandby: () => find('synchronous standby', (status) => status?.sync_standby),
    /** Resolves when a server other than `old` has accepted a write. */
    untilWritable: (old?: Machine) =>
      until('writable', async () => {
        const others = machines.filter((machine) => machine !== old);
        const writes = others.map((machine) => machine.execute('INSERT INTO writable VALUES (now())').then(() => true));
        return (await Promise.allSettled(writes)).some(({ status }) => status === 'fulfilled');
      }),
    /** Resolves when one server is the primary, the other two follow it, and one of these is synchronous. */
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
  const versionOf = (path: string) => Number(path.split('/')[4]);
  const rewinds = globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted((a, b) => versionOf(a) - versionOf(b));
  const missing = PACKAGES.filter(({ program }) => spawnSync(program, ['--version']).error).map(({ name }) => name);
  const newest = rewinds.at(-1);
  if (newest && missing.length === 0) return dirname(newest);
  const names = [...missing, ...(newest ? [] : ['postgresql'])].join(' ');
  throw new MissingError(`needs ${names}: apt-get install ${names}`);
}
