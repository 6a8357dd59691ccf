// The cause of a 503 is logged at once, then every ten seconds with the number of requests (D51).
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '../../src/accounts/provider-error.ts';
import { CAUSES, createUnavailableLog } from '../../src/gate/unavailable-log.ts';

type Line = Readonly<Record<string, unknown>>;

let lines: (readonly [string, unknown])[];
const write = (line: Line) =>
  void lines.push([String(line['error.type']), line['owner_api.requests']]);
const causeLog = () => createUnavailableLog({ warn: write, error: write } as never);

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const failure = (code: string) => Object.assign(new Error('x'), { code });

test('a thousand requests in ten seconds log two lines, and the next ten seconds start over', async () => {
  const causes = causeLog();
  for (let count = 0; count < 1000; count++) causes.note(failure('53100'));
  expect(lines).toEqual([['disk_full', 1]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines.map(([, requests]) => requests)).toEqual([1, 999]);
  causes.note(failure('53100'));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(lines[2]).toEqual(['disk_full', 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toHaveLength(3);
  causes.note(failure('53100'));
  expect(lines).toHaveLength(4);
});

test('each cause has its own lines', () => {
  const causes = causeLog();
  for (const cause of [
    ...['2200H', '42501', '40001', '58030'].map(failure),
    'user_slots',
    'body_room',
  ])
    causes.note(cause);
  expect(lines.map(([type]) => type).join()).toBe(
    'ids_used_up,right_missing,conflict,database_failed,user_slots,body_room',
  );
});

test('the last line has the requests that were not logged yet', async () => {
  const causes = causeLog();
  for (let count = 0; count < 4; count++) causes.note(failure('57014'));
  causes.note('sign_ins');
  causes.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual([
    ['slow_statement', 1],
    ['sign_ins', 1],
    ['slow_statement', 3],
  ]);
});

test('a line has the message of its error, and none if the service is only busy', () => {
  const warn = vi.fn();
  const causes = createUnavailableLog({ warn, error: warn });
  const types = [new ProviderError('away', 'It is silent'), 'sign_ins'].map(causes.note);
  expect(types).toEqual(['sign_in_provider', 'sign_ins']);
  const messages = warn.mock.calls.map(([line]) => line['exception.message']);
  expect(messages).toEqual(['It is silent', undefined]);
});

test("the operators' page has a row for each cause", () => {
  const page = readFileSync(new URL('../../.deploy/mend.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| `503: (.*?)` \|/gm)].map(
    ([, type, text]) => [type, text],
  );
  expect(rows.sort()).toEqual(Object.entries(CAUSES).sort());
});
