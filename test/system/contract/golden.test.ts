// Recorded exchanges of each released version, replayed against the code: it stays fully functional (section 9.7).
import { describe, expect, it, test } from 'vitest';
import { FIELD_ERROR_CODES } from '../../../src/operation/field-error.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { OLDEST_RECORDED } from '../../support/first-release.ts';
import {
  differences,
  type Exchange,
  onlyKnown,
  play,
  recordedExchanges,
} from './golden-play.ts';
import { asJson, goldenFile, RECORDING, record, recorded } from './releases.ts';

const versions = atLastRelease();
const usable = versions.usable().map((date) => ({ date }));

const isGone = (exchange: Exchange | undefined) =>
  /VALIDATION_FAILED|"service-version"/.test(JSON.stringify(exchange?.response));

test.runIf(RECORDING)(
  'the latest version is recorded with the requests of the previous one, plus its own new ones',
  async () => {
    const version = versions.newest();
    const own = recordedExchanges(version);
    const former = RELEASES.findLast(({ date }) => date < version) ?? { date: version };
    const added = recordedExchanges(former.date).filter(({ name }) =>
      own.every((exchange) => exchange.name !== name),
    );
    const requests = [...own, ...added];
    // Without what GraphQL or a header has from an older version, and loses when that ends.
    const always = createVersions(RELEASES, () => new Date('9999-12-31'));
    const end = always.lifecycle(former.date).sunsetAt ?? new Date(version);
    const alone = await play(
      version,
      requests,
      createVersions(RELEASES, () => end),
    );
    const played = await play(version, requests);
    const kept = requests.filter((_, at) => isGone(played[at]) || !isGone(alone[at]));
    // Existing recordings stay untouched.
    record(
      goldenFile(version),
      asJson(
        (await play(version, kept)).map((exchange, at) =>
          kept[at]?.response && own.includes(kept[at]) ? kept[at] : exchange,
        ),
      ),
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
    const text = recorded(goldenFile(OLDEST_RECORDED)) ?? '';
    for (const status of [200, 201, 400, 401, 403, 404, 405, 412, 413, 429])
      expect(text).toContain(`"status": ${status}`);
    for (const code of Object.keys(FIELD_ERROR_CODES))
      expect(text).toContain(`"code": "${code}"`);
  });
});
