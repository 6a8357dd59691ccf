// The drill `release`: two made-up releases in a row over three nodes, each shipped in a copy by following the
// versions page.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { startService } from '../../process/service.ts';
import { V1 } from '../releases/rehearsal.ts';
import { type DrillOptions, type Row, rowOf } from './drill.ts';
import { type Deployed, startDeployed } from './support/deployed.ts';
import {
  firstExchanges,
  olderExchanges,
  refused,
  secondExchanges,
} from './support/exchanges.ts';
import type { Client } from './support/load.ts';
import { type Answer, judged, send } from './support/send.ts';
import type { Code } from './support/servers.ts';
import { FIRST_DAY, SECOND_DAY } from './support/shipped/changes.ts';
import { cleanUp, makeCopy, makeFirst, makeSecond } from './support/shipped/copies.ts';

const CLOCK = new URL('../../support/clock.ts', import.meta.url).href;
const AFTER_MILLISECONDS = 10_000;
const MINUTE_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
/** From the start of replacing all nodes until midnight. */
const TO_MIDNIGHT_MILLISECONDS = 2.5 * MINUTE_MILLISECONDS;
const END_OF_V1 = '2028-09-01';

/** The code of a copy, and the milliseconds by which its clock is ahead. */
interface Deployment {
  readonly path: string;
  readonly ahead: number;
}

/** By how much a clock must be ahead to show a time this many days before the day. */
const daysBefore = (day: string, days: number) =>
  Date.parse(day) - days * DAY_MILLISECONDS - Date.now();

/** Each release on its day, a rollback, the end of the first version, and the clean-up afterwards. */
export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const base = await makeCopy(cleanup);
  const first = await makeFirst(cleanup, base);
  const second = await makeSecond(cleanup, first);
  const cleaned = await cleanUp(cleanup, second, V1);
  const deployed = await startDeployed(
    cleanup,
    await codeOf({ path: base.path, ahead: daysBefore(FIRST_DAY, 3) }),
  );
  return await scenes(deployed, first.path, second.path, cleaned.path);
}

async function codeOf({ path, ahead }: Deployment): Promise<Code> {
  const { startService: start }: { startService: typeof startService } = await import(
    join(path, 'test/process/service.ts')
  );
  return {
    start,
    variables: { CLOCK_OFFSET: String(ahead), NODE_OPTIONS: `--import ${CLOCK}` },
  };
}

/** The copies: with the first release, with both, and cleaned up. */
async function scenes(
  deployed: Deployed,
  first: string,
  second: string,
  cleaned: string,
): Promise<readonly Row[]> {
  const { origin, origins, db, known, clientOf } = deployed;
  const replace = async (deployment: Deployment) =>
    deployed.replace(await codeOf(deployment));
  const ofV1 = await clientOf(V1, olderExchanges);
  const ofFirst = await clientOf(FIRST_DAY, firstExchanges);
  const ofSecond = await clientOf(SECOND_DAY, secondExchanges);
  const rows: Row[] = [];

  const under = async (
    what: string,
    clients: readonly Client[],
    work: () => Promise<unknown>,
  ) => void rows.push(await deployed.under(what, clients, work));

  /** Nodes whose clocks reach midnight; the documentation is read on each of them half a minute before and after. */
  async function toMidnight(
    what: string,
    path: string,
    day: string,
    clients: readonly Client[],
  ): Promise<void> {
    const midnight = Date.now() + TO_MIDNIGHT_MILLISECONDS;
    const until = (time: number) => delay(Math.max(0, time - Date.now()));
    await under(`${what}: midnight`, clients, async () => {
      await replace({ path, ahead: Date.parse(day) - midnight });
      await until(midnight - MINUTE_MILLISECONDS / 2);
      rows.push(await readDocs(`${what}: docs at 23:59:30`, origins));
      await until(midnight + MINUTE_MILLISECONDS / 2);
      rows.push(await readDocs(`${what}: docs at 00:00:30`, origins));
    });
  }

  const after = (what: string, clients: readonly Client[]) =>
    under(what, clients, () => delay(AFTER_MILLISECONDS));

  await under('first release, before its day', [ofV1], () =>
    replace({ path: first, ahead: daysBefore(FIRST_DAY, 2) }),
  );
  await toMidnight('first release', first, FIRST_DAY, [ofV1]);
  // Writers may begin on the day, when every node has the code.
  await db.$executeRaw`UPDATE rentals SET status = 'overdue' WHERE id = ${known.overdue}`;
  await after('first release, both versions', [ofV1, ofFirst]);
  await under('second release, before its day', [ofV1, ofFirst], () =>
    replace({ path: second, ahead: daysBefore(SECOND_DAY, 2) }),
  );
  await toMidnight('second release', second, SECOND_DAY, [ofV1, ofFirst]);
  await after('second release, three versions', [ofV1, ofFirst, ofSecond]);
  const afterSecond = daysBefore(SECOND_DAY, -1);
  await under('rollback of the second', [ofV1, ofFirst], () =>
    replace({ path: first, ahead: afterSecond }),
  );
  const usable = `${V1}, ${FIRST_DAY}`;
  rows.push(await refused(db, origin, ofSecond, 'tokens of the second, rolled back', usable));
  await under('second release again', [ofV1, ofFirst], () =>
    replace({ path: second, ahead: afterSecond }),
  );
  await after('three versions again', [ofV1, ofFirst, ofSecond]);
  await toMidnight('end of the first version', second, END_OF_V1, [ofFirst, ofSecond]);
  rows.push(
    await refused(
      db,
      origin,
      ofV1,
      'tokens of the ended version',
      `${FIRST_DAY}, ${SECOND_DAY}`,
    ),
  );
  await under('clean-up', [ofFirst, ofSecond], () =>
    replace({ path: cleaned, ahead: daysBefore(END_OF_V1, -2) }),
  );
  await after('after the clean-up', [ofFirst, ofSecond]);
  return rows;
}

const FIRST_PAGES = ['/docs', '/docs/changelog', '/docs/schema.graphql', '/openapi.json'];
const MOST_PAGES = 1_000;

/** Every page that others link to, on each node. */
async function readDocs(what: string, origins: readonly string[]): Promise<Row> {
  const answers = await Promise.all(origins.map(readAll));
  // Another spelling of a page leads to it.
  return rowOf(what, judged(answers.flat(), [200, 308]));
}

async function readAll(origin: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const paths = new Set(FIRST_PAGES);
  // What is added meanwhile is visited too.
  for (const path of paths) {
    const answer = await send({ origin, token: '' }, 'GET', path, undefined, {
      Accept: 'text/html',
    });
    answers.push(answer);
    for (const [, link = ''] of answer.text.matchAll(/href="(\/docs(?:\/[^"#?]*)?)/g)) {
      if (!link.includes('/assets/') && paths.size < MOST_PAGES) paths.add(link);
    }
  }
  return answers;
}
