// The usage of each token as a CSV file (RFC 4180), for spreadsheets: a row for each hour or day, token and surface.
import { REQUEST_MILLISECONDS, withDeadline } from '../../database/deadline.ts';
import { withoutRequest } from '../../database/request-scope.ts';
import { readUsageRows } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
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
  const nextLines = async () => {
    const { value } = await withoutRequest(() => withDeadline(REQUEST_MILLISECONDS, () => buckets.next()));
    return value?.map(({ start, tokenId, surface, ...totals }) => {
      const token = byId.get(tokenId);
      const figures = FIGURES.map((figure) => totals[figure]);
      return csvLine([formatTime(start), tokenId, token?.name, token?.lastFour, SURFACE_NAMES[surface], ...figures]);
    });
  };
  // Spreadsheets take a file without the byte order mark for one of another character set.
  const head = `\uFEFF${csvLine([heading, ...HEADINGS])}`;
  return c.body(streamOf(head + ((await nextLines()) ?? []).join(''), nextLines), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="usage-${name}-${day(now)}.csv"`,
  });
};

/** The first text is there before the response begins, so that a database that is away is answered 503. */
function streamOf(first: string, next: () => Promise<readonly string[] | undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    async pull(controller) {
      let lines = await next();
      while (lines?.length === 0) lines = await next();
      if (lines === undefined) controller.close();
      else controller.enqueue(encoder.encode(lines.join('')));
    },
  });
}

const csvLine = (cells: readonly unknown[]) => `${cells.map((cell) => csvCell(`${cell ?? ''}`)).join(',')}\r\n`;

/** Spreadsheets take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

const csvCell = (text: string) => `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
