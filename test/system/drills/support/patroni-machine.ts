// One of the PostgreSQL servers under Patroni, with its own loopback address as on a machine of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { end, unprivileged } from '../../../support/program.ts';

/** The production configurations, whose ports and addresses are variables. */
export const DEPLOY = join(import.meta.dirname, '../../../../.deploy');
const PASSWORD = 'superuser';
const REST_USER = { username: 'patroni', password: 'patroni' };
const ANSWER_WITHIN_MILLISECONDS = 2_000;

/** From Patroni's response to `GET /patroni`; the primary is `master` in versions before 4. */
export interface Status {
  readonly state: string;
  readonly role: 'master' | 'primary' | 'replica';
  /** A primary's standbys. */
  readonly replication?: readonly { readonly state: string }[];
  /** Whether a standby may become the primary, because it has every confirmed write. */
  readonly sync_standby?: boolean;
}

export type Machine = ReturnType<typeof createMachine>;
interface MachineOptions {
  readonly name: string;
  readonly host: string;
  readonly directory: string;
  readonly postgres: number;
  readonly patroni: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** One of the servers: its processes, which can be killed and frozen like a machine, and its status in Patroni. */
export function createMachine({
  name,
  host,
  directory,
  postgres,
  patroni,
  environment,
}: MachineOptions) {
  const data = join(directory, 'data');
  const rest = `${host}:${patroni}`;
  let child: ChildProcess | undefined;
  /** What an operator writes to each machine's variables file. */
  const variables = {
    PATH: process.env.PATH,
    HOME: directory,
    PATRONI_NAME: name,
    ...environment,
    PATRONI_RESTAPI_LISTEN: rest,
    PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
    PATRONI_RESTAPI_USERNAME: REST_USER.username,
    PATRONI_RESTAPI_PASSWORD: REST_USER.password,
    PATRONI_POSTGRESQL_LISTEN: `${host}:${postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(directory, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'replicator',
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: 'rewinder',
  };
  return {
    start() {
      // A copy that PostgreSQL's account may read.
      const file = join(directory, 'patroni.yml');
      copyFileSync(join(DEPLOY, 'patroni.yml'), file);
      const log = openSync(join(directory, 'log'), 'a');
      const options = { ...unprivileged(), cwd: directory, env: variables };
      child = spawn('patroni', [file], { ...options, stdio: ['ignore', log, log] });
      closeSync(log);
    },
    /** Sends a signal to each PostgreSQL process, and to Patroni unless it is excluded. */
    signal(signal: NodeJS.Signals, of: 'all' | 'PostgreSQL' = 'all'): void {
      // Patroni first, because it restarts PostgreSQL.
      if (of === 'all') child?.kill(signal);
      // Twice, for those that were started in between.
      for (const pid of [...processesOf(data), ...processesOf(data)]) {
        try {
          process.kill(pid, signal);
        } catch {
          // It has ended.
        }
      }
    },
    /** Undefined while Patroni doesn't respond. */
    status: (): Promise<Status | undefined> =>
      fetch(`http://${rest}/patroni`, {
        signal: AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS),
      })
        .then((response) => response.json() as Promise<Status>)
        .catch(() => undefined),
    /** Asks Patroni for another primary than this one; resolves when it is done. */
    async switchOver(): Promise<void> {
      const headers = {
        Authorization: `Basic ${btoa(`${REST_USER.username}:${REST_USER.password}`)}`,
      };
      const body = JSON.stringify({ leader: name });
      const response = await fetch(`http://${rest}/switchover`, {
        method: 'POST',
        headers,
        body,
      });
      if (!response.ok)
        throw new Error(`Patroni refuses the switch-over: ${await response.text()}`);
    },
    /** Runs a statement as superuser, bypassing HAProxy. */
    async execute(sql: string): Promise<void> {
      const client = new pg.Client({
        host,
        port: postgres,
        user: 'postgres',
        password: PASSWORD,
        database: 'postgres',
        connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS,
        query_timeout: ANSWER_WITHIN_MILLISECONDS,
      });
      client.on('error', () => {});
      await client.connect();
      await client.query(sql).finally(() => client.end());
    },
    /** Resolves when Patroni has ended. */
    ended: async () => void (child && (await end(child))),
  };
}

/** PostgreSQL's have their own sessions, so no signal to a group reaches them. */
function processesOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (postmaster === 0) return [];
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], {
    encoding: 'utf8',
  });
  return [postmaster, ...stdout.split('\n').map(Number).filter(Boolean)];
}
