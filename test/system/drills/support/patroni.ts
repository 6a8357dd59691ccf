// Three PostgreSQL servers under Patroni, each with its own loopback address as on three machines, etcd, and HAProxy
// in front.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../support/postgres-server.ts';
import { startProgram, unprivileged } from '../../../support/program.ts';
import { MissingError } from '../drill.ts';
import { createMachine, DEPLOY, type Machine, type Status } from './patroni-machine.ts';

const HOSTS = ['127.0.0.11', '127.0.0.12', '127.0.0.13'];
const SERVICE_PASSWORD = 'service';
const WITHIN_MILLISECONDS = 120_000;
const POLL_MILLISECONDS = 100;
const PACKAGES = 'patroni etcd-server haproxy postgresql';

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/** @throws {MissingError} if a program that it runs is not installed. */
export async function startPatroniCluster(cleanup: AsyncDisposableStack) {
  const versionOf = (path: string) => Number(path.split('/')[4]);
  const rewinds = globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted(
    (a, b) => versionOf(a) - versionOf(b),
  );
  const newest = rewinds.at(-1);
  if (
    !newest ||
    ['patroni', 'etcd', 'haproxy'].some((program) => spawnSync(program, ['--version']).error)
  )
    throw new MissingError(`needs ${PACKAGES}: apt-get install ${PACKAGES}`);
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
  const [etcdPort = 0, peerPort = 0, port = 0, postgres = 0, patroni = 0] =
    await freePorts(5);
  // With version 3 of the API, Patroni before 3.0.3 overwrites a new primary's lock when the old one was frozen and
  // continues; with version 2 it compares first.
  const [version = ''] =
    /\d+(\.\d+)+/.exec(spawnSync('patroni', ['--version'], { encoding: 'utf8' }).stdout) ??
    [];
  const api = version.localeCompare('3.0.3', 'en', { numeric: true }) < 0 ? 'ETCD' : 'ETCD3';
  const [url, peerUrl] = [etcdPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
  const etcdFlags = [
    `--data-dir=${await own('etcd')}`,
    ...(api === 'ETCD' ? ['--enable-v2=true'] : []),
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--initial-cluster=default=${peerUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
  ];
  await startProgram(cleanup, 'etcd', etcdFlags, etcdPort, { ...account });
  const variables = {
    PATH: process.env.PATH,
    POSTGRES_BIND: `127.0.0.1:${port}`,
    POSTGRES_PORT: String(postgres),
    PATRONI_PORT: String(patroni),
    ...Object.fromEntries(HOSTS.map((host, index) => [`POSTGRES_${index + 1}`, host])),
  };
  await startProgram(
    cleanup,
    'haproxy',
    ['-db', '-f', join(DEPLOY, 'haproxy-postgres.cfg')],
    port,
    { env: variables },
  );
  const machines: Machine[] = [];
  for (const [index, host] of HOSTS.entries()) {
    const name = `postgres-${index + 1}`;
    const environment = {
      [`PATRONI_${api}_HOSTS`]: `127.0.0.1:${etcdPort}`,
      PATRONI_POSTGRESQL_BIN_DIR: dirname(newest),
    };
    machines.push(
      createMachine({
        name,
        host,
        directory: await own(name),
        postgres,
        patroni,
        environment,
      }),
    );
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
  return {
    ...cluster,
    url: `postgresql://owner_api:${SERVICE_PASSWORD}@127.0.0.1:${port}/owner_api`,
  };
}

function clusterOf(machines: readonly Machine[]) {
  const until = async (what: string, condition: () => Promise<boolean>) => {
    const deadline = performance.now() + WITHIN_MILLISECONDS;
    while (performance.now() < deadline) {
      if (await condition()) return;
      await delay(POLL_MILLISECONDS);
    }
    throw new Error(`the cluster is not ${what}`);
  };
  const isPrimary = (status: Status | undefined) =>
    status?.state === 'running' && status.role !== 'replica';
  const statuses = () => Promise.all(machines.map((machine) => machine.status()));
  const find = async (
    what: string,
    condition: (status: Status | undefined) => boolean | undefined,
  ) => {
    const machine = machines[(await statuses()).findIndex(condition)];
    if (!machine) throw new Error(`the cluster has no ${what}`);
    return machine;
  };
  return {
    primary: () => find('primary', isPrimary),
    /** The standby that has every confirmed write. */
    synchronousStandby: () => find('synchronous standby', (status) => status?.sync_standby),
    /** Resolves when a server other than `old` has accepted a write. */
    untilWritable: (old?: Machine) =>
      until('writable', async () => {
        const others = machines.filter((machine) => machine !== old);
        const writes = others.map((machine) =>
          machine.execute('INSERT INTO writable VALUES (now())'),
        );
        return (await Promise.allSettled(writes)).some(
          ({ status }) => status === 'fulfilled',
        );
      }),
    /** Resolves when one server is the primary, the other two follow it, and one of these is synchronous. */
    untilWhole: () =>
      until('whole', async () => {
        const all = await statuses();
        const standbys =
          all.find(isPrimary)?.replication?.filter(({ state }) => state === 'streaming') ??
          [];
        const following = all.filter(
          (status) => status?.state === 'running' && status.role === 'replica',
        );
        const synchronous = following.filter((status) => status?.sync_standby);
        return standbys.length === 2 && following.length === 2 && synchronous.length === 1;
      }),
  };
}
