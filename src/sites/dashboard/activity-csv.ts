// The activity as a CSV file, with the filter of its page.
import { type ActivityRow, readAllActivity } from '../../accounts/read-activity.ts';
import { parseActivityQuery } from './activity-filter.ts';
import type { PageHandler } from './context.ts';
import { respondCsv } from './csv.ts';
import { respondProblem } from './layout.ts';

/** The headings of the columns, and their values. */
const COLUMNS = {
  'Time (UTC)': ({ at }) => at.toISOString(),
  Action: ({ action }) => action,
  'Token id': ({ tokenId }) => tokenId,
  Token: ({ tokenName }) => tokenName,
  'Replaced token id': ({ predecessorId }) => predecessorId,
  Through: ({ through }) => through,
  Address: ({ address }) => address,
  Agent: ({ agent }) => agent,
  'Session id': ({ sessionId }) => sessionId,
  Operator: ({ processOwner }) => processOwner,
} as const satisfies Record<string, (row: ActivityRow) => unknown>;

export const activityCsv: PageHandler = async (c) => {
  const { filter, faults } = parseActivityQuery(c.req.query());
  if (faults.length > 0) return respondProblem(c, 400, { title: 'No such activity', text: faults.join(' ') });
  const parts = readAllActivity(c.env.db, c.get('user').id, filter);
  return respondCsv(c, 'activity', Object.keys(COLUMNS), async () => {
    const { value } = await parts.next();
    return value?.map((row) => Object.values(COLUMNS).map((read) => read(row)));
  });
};
