// The page on the log (D51) has every field and every message of `src/log.ts`, and nothing else.
import { expect, test } from 'vitest';
import { SECURITY_MESSAGES } from '../../../src/log.ts';
import { readText } from '../deploy/deploy-files.ts';

const page = readText('.deploy/logs.md');
const source = readText('src/log.ts');

/** The names in a table column below a heading. */
function column(heading: string, index: number): string[] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split(' | ')[index] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

/** Set by pino. */
const WRITTEN_BY_LOGGER = ['level', 'time', 'msg', 'process.pid', 'host.name'];

test('explains every field', () => {
  const [types = ''] = source.split('export type LogMessage');
  const [, names = ''] = types.split('type TextField');
  const fields = [...names.matchAll(/'([a-z_]+(?:\.[a-z_.]+)?)'/g)].map(
    ([, name = '']) => name,
  );
  const logged = [...fields, ...WRITTEN_BY_LOGGER];
  expect(column('Fields', 0).toSorted()).toEqual(logged.toSorted());
});

test('explains every message and every security event', () => {
  const events = Object.entries(SECURITY_MESSAGES);
  const [, code = ''] = source.split('export type LogMessage');
  const messages = [...code.matchAll(/^ {2}\| (?:'(.*)'|`(.*)`);?$/gm)].map(
    ([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{\w+\}/g, '…'),
  );
  expect(messages.length).toBeGreaterThan(20);
  expect(column('Messages', 0).toSorted()).toEqual(messages.toSorted());
  expect(column('Security events', 0)).toEqual(events.map(([action]) => action));
  expect(column('Security events', 1)).toEqual(events.map(([, message]) => message));
});
