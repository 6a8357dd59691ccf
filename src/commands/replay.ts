// `npm run replay -- FILE`: reapplies the security events of a log after a restore to an earlier point in time.
import { open } from 'node:fs/promises';
import { eventIn, type LoggedEvent } from '../accounts/logged-event.ts';
import { canReplay, endSessionsBefore, replayEvent } from '../accounts/replay.ts';
import { mayErase } from '../accounts/users.ts';
import type { Database } from '../database/open-database.ts';
import { UsageError } from '../process/fatal-error.ts';
import { ACTOR_OPTIONS, ACTOR_USAGE, parseCommandLine, print, required } from './command-line.ts';
import { commandActor, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run replay -- FILE [--dry-run]

After a restore to an earlier point in time, tokens revoked since then work again, and erased users are back. This
command reads the log of every node and command since that point (or longer) from FILE, ignoring other lines, and ends
again what had ended: tokens, rolled tokens, permissions, provider accounts, disabled and erased users, and all older
sessions. It reports what was created since then and is lost.
Running it again changes nothing. It needs the role that owns the tables. --dry-run changes nothing. ${ACTOR_USAGE}`;

const OUTCOME_WIDTH = 10;

const REASON = 'replay of the log after a restore';

await withDatabase(USAGE, parseOptions, async ({ db }: Database, { file, isDry, who }, config) => {
  if (!(await mayErase(db))) throw new UsageError('Use the role that owns the tables.');
  const actor = await commandActor(db, config, { reason: REASON, ...who });
  const { events, last } = await eventsOf(file);
  const counts = { done: 0, 'as before': 0, lost: 0 };
  for (const event of events) {
    const { outcome, note = '' } = await replayEvent(actor, event, isDry);
    counts[outcome]++;
    if (outcome !== 'as before') print(lineOf(outcome, event, note));
  }
  const ended = isDry ? 0 : await endSessionsBefore(db, last);
  const summary = Object.entries(counts).map(([outcome, times]) => `${outcome} ${times}`);
  print(
    `${isDry ? 'Nothing was changed. ' : ''}Events: ${summary.join(', ')}. Sessions ended: ${ended}.`,
  );
});

/**
 * The events to replay in the order in which they happened, and when the last of all happened. Others aren't kept: a
 * log may have millions of failed sign-ins. @throws {UsageError} the file can't be read.
 */
async function eventsOf(file: string): Promise<{ events: LoggedEvent[]; last: Date }> {
  try {
    const events: LoggedEvent[] = [];
    let last = new Date(0);
    for await (const line of (await open(file)).readLines()) {
      const event = eventIn(line);
      if (!event) continue;
      if (event.at > last) last = event.at;
      if (canReplay(event)) events.push(event);
    }
    return { events: events.toSorted((one, other) => one.at.getTime() - other.at.getTime()), last };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}`);
  }
}

function lineOf(
  outcome: string,
  { at, action, userId, tokenId }: LoggedEvent,
  note: string,
): string {
  const token = tokenId > 0 ? `token ${tokenId}` : '';
  const about = [at.toISOString(), action, `user ${userId}`, token, note];
  return [outcome.padEnd(OUTCOME_WIDTH), ...about.filter(Boolean)].join('  ');
}

function parseOptions() {
  const options = { 'dry-run': { type: 'boolean', default: false }, ...ACTOR_OPTIONS } as const;
  const { values, positionals } = parseCommandLine(options, 1);
  const { 'dry-run': isDry, ...who } = values;
  return { file: required(positionals[0]), isDry, who };
}
