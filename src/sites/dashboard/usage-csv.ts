// The usage of each token as a CSV file: a row for each hour or day, token and surface.
import { readUsageRows } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { respondCsv } from './csv.ts';
import { day, minute } from './format.ts';
import { respondProblem } from './layout.ts';
import { SURFACE_NAMES } from './token-fragments.ts';
import { readUsedTokens } from './usage-list.ts';

const FIGURES = ['calls', 'refused', 'throttled', 'replayed'] as const;
const HEADINGS = ['Token id', 'Token', 'Last four', 'Surface', 'Calls', 'Refused', 'Throttled', 'Replayed'];

/** The name of the file, and that of the column of times. */
const NAMES = { '24h': ['hours', 'Hour (UTC)'], '30d': ['days', 'Day (UTC)'] } as const;

export const usageCsv: PageHandler = async (c) => {
  const { period, faults, tokens } = await readUsedTokens(c);
  if (faults.length > 0) return respondProblem(c, 400, { title: 'No such usage', text: faults.join(' ') });
  const now = c.get('now');
  const byId = new Map(tokens.map(({ token }) => [token.id, token]));
  const [name, heading] = NAMES[period];
  const formatTime = period === '24h' ? minute : day;
  const buckets = readUsageRows(c.env.db, [...byId.keys()], period, now);
  return respondCsv(c, `usage-${name}`, [heading, ...HEADINGS], async () => {
    const { value } = await buckets.next();
    return value?.map(({ start, tokenId, surface, ...totals }) => {
      const token = byId.get(tokenId);
      const figures = FIGURES.map((figure) => totals[figure]);
      return [formatTime(start), tokenId, token?.name, token?.lastFour, SURFACE_NAMES[surface], ...figures];
    });
  });
};
