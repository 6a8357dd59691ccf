// Recorded exchanges of each released version, replayed against the code: it stays fully functional (section 9.7).
import { describe, expect, it, test } from 'vitest';
import { FIELD_ERROR_CODES } from '../../../src/operation/field-error.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { differences, onlyKnown, play, recordedExchanges } from './golden-play.ts';
import { asJson, goldenFile, RECORDING, record, recorded } from './releases.ts';

const versions = atLastRelease();
const usable = versions.usable().map((date) => ({ date }));

test.runIf(RECORDING)(
  'the latest version is recorded with the requests of the previous one, plus its own new ones',
  async () => {
    const version = versions.newest();
    const own = recordedExchanges(version);
    const former = recordedExchanges(
      RELEASES.findLast(({ date }) => date < version)?.date ?? '',
    );
    const added = former.filter(({ name }) =>
      own.every((exchange) => exchange.name !== name),
    );
    const played = await play(version, [...own, ...added]);
    // Existing recordings stay untouched.
    record(
      goldenFile(version),
      asJson(played.map((exchange, at) => (own[at]?.response ? own[at] : exchange))),
    );
  },
);

describe('a replay', () => {
  it.each(usable)(
    'of $date returns what was recorded, byte for byte except for times',
    async ({ date }) => {
      expect(
        recorded(goldenFile(date)),
        `${date} was never recorded: npm run record`,
      ).toBeDefined();
      expect(await differences(date)).toEqual([]);
    },
  );

  it('accepts new fields in responses, and nothing else', () => {
    const kept = (actual: unknown, expected: unknown) => onlyKnown(actual, expected);
    expect(kept({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ c: 1 }] })).toEqual({ b: [{ c: 1 }] });
    expect(kept({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1 });
    expect(kept({ a: [1, 2] }, { a: [1] })).toEqual({ a: [1, 2] });
  });

  it('covers every operation, every status and every code', () => {
    // The oldest version has every operation, whatever a later one removes.
    const text =
      recorded(goldenFile(RELEASES.find(({ isClosed }) => !isClosed)?.date ?? '')) ?? '';
    for (const status of [200, 201, 400, 401, 403, 404, 405, 412, 413, 429])
      expect(text).toContain(`"status": ${status}`);
    for (const code of Object.keys(FIELD_ERROR_CODES))
      expect(text).toContain(`"code": "${code}"`);
  });
});
