// `npm run activity`: shows operators what users and commands did to an account, its sessions and tokens.
import { readActivity } from '../accounts/read-activity.ts';
import { parseCommandLine, parseTime, print, required } from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run -s activity -- --user E [--since TIME]

Prints the activity of the account with the e-mail address E as lines of JSON, latest first.
TIME is YYYY-MM-DD or an ISO 8601 time, such as 2026-01-31T12:00Z. For the erased user 7, use erased-7@erased.invalid.`;

const ROWS_READ = 1_000;

await withDatabase(USAGE, parseOptions, async ({ db }, { email, since }) => {
  const { id } = await existingUser(db, email);
  let before: bigint | undefined;
  do {
    const { rows, hasOlder } = await readActivity(db, id, { since, before }, ROWS_READ);
    const lines = rows.map(({ userId, ...row }) => JSON.stringify({ ...row, id: String(row.id) }));
    if (lines.length > 0 && !(await print(lines.join('\n')))) return;
    before = hasOlder ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
});

function parseOptions() {
  const { values } = parseCommandLine({
    user: { type: 'string' },
    since: { type: 'string' },
  });
  return { email: required(values.user), since: parseTime(values.since) };
}
