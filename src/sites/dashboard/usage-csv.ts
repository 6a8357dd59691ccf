// The usage of each token as a CSV file (RFC 4180), for spreadsheets: a row for each hour or day, token and surface.
import { readUsageRows } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { day, minute } from './format.ts';
import { respondProblem } from './layout.ts';
import { SURFACE_NAMES } from './token-fragments.ts';
import { readUsedTokens } from './usage-list.ts';

/** Beyond them the oldest hours or days are left out. */
const MAX_ROWS = 20_000;
const FIGURES = ['calls', 'refused', 'throttled', 'replayed'] as const;
const HEADINGS = ['Token id', 'Token', 'Last four', 'Surface', 'Calls', 'Refused', 'Throttled', 'Replayed'];

/** The name of the file, and that of the column of times. */
const NAMES = { '24h': ['hours', 'Hour (UTC)'], '30d': ['days', 'Day (UTC)'] } as const;

export const usageCsv: PageHandler = async (c) => {
  const { period, faults, tokens } = await readUsedTokens(c);
  if (faults.length > 0) return respondProblem(c, 400, { title: 'No such usage', text: faults.join(' ') });
  const now = c.get('now');
  const byId = new Map(tokens.map(({ token }) => [token.id, token]));
  const rows = await readUsageRows(c.env.db, [...byId.keys()], period, { now, limit: MAX_ROWS });
  const [name, heading] = NAMES[period];
  const lines = rows.map(({ start, tokenId, surface, ...totals }) => {
    const token = byId.get(tokenId);
    const time = period === '24h' ? minute(start) : day(start);
    const figures = FIGURES.map((figure) => totals[figure]);
    return [time, tokenId, token?.name, token?.lastFour, SURFACE_NAMES[surface], ...figures];
  });
  // Spreadsheets take a file without the byte order mark for one of another character set.
  return c.body(`\uFEFF${[[heading, ...HEADINGS], ...lines].map(csvLine).join('')}`, 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="usage-${name}-${day(now)}.csv"`,
  });
};

const csvLine = (cells: readonly unknown[]) => `${cells.map((cell) => csvCell(`${cell ?? ''}`)).join(',')}\r\n`;

/** Spreadsheets take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

const csvCell = (text: string) => `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
