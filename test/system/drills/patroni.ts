// The drill `patroni`: three PostgreSQL servers under Patroni with synchronous replication lose a server under load,
// in several ways.
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../support/postgres-server.ts';
import type { DrillOptions, Row } from './drill.ts';
import { type Load, underLoad } from './support/load.ts';
import { type PatroniCluster, startPatroniCluster } from './support/patroni.ts';
import type { Machine } from './support/patroni-machine.ts';
import { createPeople } from './support/people.ts';
import { startNodes } from './support/servers.ts';

const PEOPLE = 24;
const PAUSE_MILLISECONDS = 150;
const CALM_MILLISECONDS = 5_000;
/** From when the primary has accepted a write, until no request may be rejected any more. */
const NORMAL_WITHIN_MILLISECONDS = 2_000;
const ANSWER_WITHIN_MILLISECONDS = 5_500;

/** Resolves when a primary accepts writes again, with a function that restores the lost server, if necessary. */
type Loss = (
  cluster: PatroniCluster,
  primary: Machine,
) => Promise<(() => unknown) | undefined>;

/** Sends a signal to a server, and waits for another primary. */
const lost = async (
  cluster: PatroniCluster,
  machine: Machine,
  signal: 'SIGKILL' | 'SIGSTOP',
) => {
  machine.signal(signal);
  await cluster.untilWritable(machine);
  return signal === 'SIGSTOP' ? () => machine.signal('SIGCONT') : machine.start;
};

const SCENES: Readonly<Record<string, Loss>> = {
  async 'switch-over'(cluster, primary) {
    await Promise.all([primary.switchOver(), cluster.untilWritable(primary)]);
    return undefined;
  },
  'kill -9 of PostgreSQL and Patroni': (cluster, primary) =>
    lost(cluster, primary, 'SIGKILL'),
  'frozen primary': (cluster, primary) => lost(cluster, primary, 'SIGSTOP'),
  async 'kill -9 of PostgreSQL alone'(cluster, primary) {
    primary.signal('SIGKILL', 'PostgreSQL');
    await cluster.untilWritable();
    return undefined;
  },
  'kill -9 of the synchronous standby': async (cluster) =>
    lost(cluster, await cluster.synchronousStandby(), 'SIGKILL'),
};

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

/** All requests of a scene; those that were rejected long after writes were accepted again have failed. */
async function play(
  what: string,
  lose: Loss,
  cluster: PatroniCluster,
  load: Load,
): Promise<Row> {
  const away: number[] = [];
  const start = performance.now();
  let [lostAt, writable, whole] = [start, start, start];
  const work = async () => {
    await delay(CALM_MILLISECONDS);
    const primary = await cluster.primary();
    lostAt = performance.now();
    const mend = await lose(cluster, primary);
    writable = performance.now();
    await delay(CALM_MILLISECONDS);
    mend?.();
    await cluster.untilWhole();
    whole = performance.now();
    await delay(CALM_MILLISECONDS);
  };
  const onAway = (startedAt: number) => void away.push(startedAt);
  const row = await underLoad(what, { DATABASE_URL: cluster.url }, { ...load, onAway }, work);
  const late = away.filter((at) => at > writable + NORMAL_WITHIN_MILLISECONDS).length;
  const last = Math.max(writable, ...away) - writable;
  const times = `writable after ${seconds(writable - lostAt)}, last 503 sent ${seconds(last)} later, whole after ${seconds(whole - lostAt)}`;
  return {
    ...row,
    what: `${what}: ${times}`,
    answered: row.answered - late,
    failed: row.failed + late,
  };
}

export async function run({ cleanup }: DrillOptions): Promise<Row[]> {
  const cluster = await startPatroniCluster(cleanup);
  const variables = { DATABASE_URL: cluster.url };
  const clients = await createPeople(variables, PEOPLE);
  const { origins } = await startNodes(cleanup, await freePorts(2), variables);
  const load = {
    origins,
    clients,
    atOnce: 1,
    pause: PAUSE_MILLISECONDS,
    within: ANSWER_WITHIN_MILLISECONDS,
  };
  const rows: Row[] = [];
  for (const [what, lose] of Object.entries(SCENES))
    rows.push(await play(what, lose, cluster, load));
  return rows;
}
