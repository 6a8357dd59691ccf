// CSV files (RFC 4180) for spreadsheets, read from the database while they are sent.
import { REQUEST_MILLISECONDS, withDeadline } from '../../database/deadline.ts';
import { withoutRequest } from '../../database/request-scope.ts';
import type { PageContext } from './context.ts';
import { day } from './format.ts';

type Lines = readonly (readonly unknown[])[];

/**
 * `next` reads the next lines, undefined after the last. The first ones are there before the response begins, so that a database
 * that is away is answered 503.
 */
export async function respondCsv(
  c: PageContext,
  name: string,
  headings: readonly string[],
  next: () => Promise<Lines | undefined>,
): Promise<Response> {
  const nextText = async () => {
    const lines = await withoutRequest(() => withDeadline(REQUEST_MILLISECONDS, next));
    return lines?.map(csvLine).join('');
  };
  // Spreadsheets take a file without the byte order mark for one of another character set.
  const first = `\uFEFF${csvLine(headings)}${(await nextText()) ?? ''}`;
  return c.body(streamOf(first, nextText), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}-${day(c.get('now'))}.csv"`,
  });
}

function streamOf(first: string, next: () => Promise<string | undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    async pull(controller) {
      let text = await next();
      while (text === '') text = await next();
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

const csvLine = (cells: readonly unknown[]) => `${cells.map((cell) => csvCell(`${cell ?? ''}`)).join(',')}\r\n`;

/** Spreadsheets take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

const csvCell = (text: string) => `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
