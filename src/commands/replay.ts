// `npm run replay -- FILE`: reapplies the security events of a log after a restore to an earlier point in time.
import { open } from 'node:fs/promises';
import { endSessionsBefore, eventIn, replayEvent } from '../accounts/replay.ts';
import type { Database } from '../database/open-database.ts';
import { UsageError } from '../process/fatal-error.ts';
import { ACTOR_OPTIONS, ACTOR_USAGE, parseCommandLine, print, required } from './command-line.ts';
import { commandActor, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run replay -- FILE [--dry-run]

After a restore to an earlier point in time, tokens revoked since then work again, and erased users are back. This command reads
the log of every node and command since that point (or longer) from FILE, ignoring other lines, and ends again what had ended: tokens,
rolled tokens, permissions, provider accounts, disabled and erased users, and all older sessions. It removes passwords that were
changed: set new ones. It reports what was created since then and is lost. Running it again changes nothing. Erasing users needs the
role that owns the tables. --dry-run changes nothing. ${ACTOR_USAGE}`;

const OUTCOME_WIDTH = 12;

const REASON = 'replay of the log after a restore';

await withDatabase(USAGE, parseOptions, async ({ db }: Database, { file, isDry, who }, config) => {
  const actor = await commandActor(db, config, { reason: REASON, ...who });
  const counts = { done: 0, 'as before': 0, lost: 0, 'not possible': 0 };
  let last: Date | undefined;
  for await (const line of linesOf(file)) {
    const event = eventIn(line);
    if (!event) continue;
    if (!last || event.at > last) last = event.at;
    const replayed = await replayEvent(actor, event, isDry);
    if (!replayed) continue;
    const { outcome, note = '' } = replayed;
    counts[outcome]++;
    if (outcome === 'as before') continue;
    const token = event.tokenId ? `token ${event.tokenId}` : '';
    const about = [event.at.toISOString(), event.action, `user ${event.userId}`, token, note];
    print([outcome.padEnd(OUTCOME_WIDTH), ...about.filter(Boolean)].join('  '));
  }
  const ended = last && !isDry ? await endSessionsBefore(db, last) : 0;
  const summary = Object.entries(counts).map(([outcome, events]) => `${outcome} ${events}`);
  print(
    `${isDry ? 'Nothing was changed. ' : ''}Events: ${summary.join(', ')}. Sessions ended: ${ended}.`,
  );
});

/** @throws {UsageError} the file can't be read. */
async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* (await open(file)).readLines();
  } catch (error) {
    throw new UsageError(`${(error as Error).message}`);
  }
}

function parseOptions() {
  const options = { 'dry-run': { type: 'boolean', default: false }, ...ACTOR_OPTIONS } as const;
  const { values, positionals } = parseCommandLine(USAGE, options, 1);
  const { 'dry-run': isDry, ...who } = values;
  return { file: required(USAGE, positionals[0]), isDry, who };
}
