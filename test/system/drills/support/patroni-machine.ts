// One of the servers under Patroni: its processes, to be killed and frozen as a machine is, and what Patroni says of it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { end } from './programs.ts';

/** Copied to where the account of PostgreSQL may read it. */
const CONFIGURATION = join(import.meta.dirname, '../../../../.deploy/patroni.yml');
const PASSWORD = 'superuser';
const REST_USER = { username: 'patroni', password: 'patroni' };
const ANSWER_WITHIN_MILLISECONDS = 2_000;

/** The user and group that own its processes and files. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface MachineOptions {
  readonly name: string;
  readonly host: string;
  readonly directory: string;
  /** Where the programs of PostgreSQL are. */
  readonly bin: string;
  readonly ports: { readonly postgres: number; readonly patroni: number };
  readonly etcd: { readonly api: 'ETCD' | 'ETCD3'; readonly hosts: string };
  readonly account: Account | undefined;
}

/** Of the answer of Patroni to `GET /patroni`; the primary is `master` in versions before 4. */
export interface Status {
  readonly state: string;
  readonly role: 'master' | 'primary' | 'replica';
  /** The standbys of a primary. */
  readonly replication?: readonly { readonly state: string }[];
  /** Whether a standby may become the primary: it has all that was answered. */
  readonly sync_standby?: boolean;
}

export type Machine = ReturnType<typeof createMachine>;

export function createMachine(options: MachineOptions) {
  const { name, host, directory, ports, account } = options;
  const data = join(directory, 'data');
  const rest = `http://${host}:${ports.patroni}`;
  let patroni: ChildProcess | undefined;

  return {
    start() {
      const file = join(directory, 'patroni.yml');
      copyFileSync(CONFIGURATION, file);
      const log = openSync(join(directory, 'log'), 'a');
      const env = variablesOf(options, data);
      patroni = spawn('patroni', [file], { ...account, cwd: directory, env, stdio: ['ignore', log, log] });
      closeSync(log);
    },
    /** Sends a signal to each process of PostgreSQL, and to Patroni unless it is left out. */
    signal(signal: NodeJS.Signals, of: 'all' | 'PostgreSQL' = 'all'): void {
      // Patroni first: it starts PostgreSQL again.
      if (of === 'all') patroni?.kill(signal);
      // Twice, for those that were started in between.
      for (const pid of [...processesOf(data), ...processesOf(data)]) send(pid, signal);
    },
    /** Undefined while Patroni does not answer. */
    status: (): Promise<Status | undefined> =>
      fetch(`${rest}/patroni`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS) })
        .then((response) => response.json() as Promise<Status>)
        .catch(() => undefined),
    /** Asks Patroni for another primary than this one; resolves when it is done. */
    async switchOver(): Promise<void> {
      const { username, password } = REST_USER;
      const headers = { Authorization: `Basic ${btoa(`${username}:${password}`)}` };
      const body = JSON.stringify({ leader: name });
      const response = await fetch(`${rest}/switchover`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`Patroni refuses the switch-over: ${await response.text()}`);
    },
    /** Runs a statement as superuser, not by way of HAProxy. */
    async execute(sql: string): Promise<void> {
      const client = new pg.Client({
        ...{ host, port: ports.postgres, user: 'postgres', password: PASSWORD, database: 'postgres' },
        ...{ connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS, query_timeout: ANSWER_WITHIN_MILLISECONDS },
      });
      client.on('error', () => {});
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    /** Resolves when Patroni has ended. */
    ended: async () => void (patroni && (await end(patroni))),
  };
}

/** Those of PostgreSQL have sessions of their own, so no signal to a group reaches them. */
function processesOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (postmaster === 0) return [];
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  return [postmaster, ...stdout.split('\n').map(Number).filter(Boolean)];
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** What an operator writes to the file of variables of each machine. */
const variablesOf = ({ name, host, directory, bin, ports, etcd }: MachineOptions, data: string) => ({
  PATH: process.env.PATH,
  HOME: directory,
  PATRONI_NAME: name,
  [`PATRONI_${etcd.api}_HOSTS`]: etcd.hosts,
  PATRONI_RESTAPI_LISTEN: `${host}:${ports.patroni}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${ports.patroni}`,
  PATRONI_RESTAPI_USERNAME: REST_USER.username,
  PATRONI_RESTAPI_PASSWORD: REST_USER.password,
  PATRONI_POSTGRESQL_LISTEN: `${host}:${ports.postgres}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${ports.postgres}`,
  PATRONI_POSTGRESQL_DATA_DIR: data,
  PATRONI_POSTGRESQL_BIN_DIR: bin,
  PATRONI_POSTGRESQL_PGPASS: join(directory, 'pgpass'),
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: PASSWORD,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: 'replicator',
  PATRONI_REWIND_USERNAME: 'rewinder',
  PATRONI_REWIND_PASSWORD: 'rewinder',
});
