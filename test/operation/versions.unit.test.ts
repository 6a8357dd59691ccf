// The registry of dated versions (section 9): stages, selection, which changes lie between two versions.
import { describe, expect, test } from 'vitest';
import { OperationFailure } from '../../src/operation/failure.ts';
import { createVersions, lifecycleHeaders, type Release } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

const V1 = '2025-08-16';
const V2 = '2026-01-31';
const V3 = '2026-07-01';

const release = (date: string, ...changes: string[]): Release => ({
  date,
  label: `label of ${date}`,
  summary: `summary of ${date}`,
  changes: changes.map((description) => ({ description })),
});
const THREE = [release(V1), release(V2, 'a', 'b'), release(V3, 'c')];

const at = (day: string) => createVersions(THREE, () => new Date(day));
const descriptions = (changes: readonly { description: string }[]) => changes.map(({ description }) => description);

describe('stages are computed from the release dates (section 9.7)', () => {
  test.each([
    ['2026-01-30', 'active'],
    ['2026-01-31', 'supported'],
    ['2027-01-30', 'supported'],
    ['2027-01-31', 'deprecated'],
    ['2027-07-30', 'deprecated'],
    ['2027-07-31', 'sunset'],
  ])('on %s the first version is %s', (day, stage) => {
    expect(at(day).lifecycle(V1).stage).toBe(stage);
  });

  test('twelve months after the last day of a long month is the last day of a shorter one', () => {
    const versions = createVersions([release(V1), release('2028-02-29')], () => new Date('2028-03-01'));
    expect(versions.lifecycle(V1).deprecatedAt).toEqual(new Date('2029-02-28'));
  });

  test('headers announce the end of a deprecated version alone (D8)', () => {
    expect(lifecycleHeaders(at('2026-12-01').lifecycle(V1))).toEqual({});
    expect(lifecycleHeaders(at('2027-02-01').lifecycle(V1))).toEqual({
      Deprecation: `@${Date.UTC(2027, 0, 31) / 1000}`,
      Sunset: 'Sat, 31 Jul 2027 00:00:00 GMT',
    });
  });
});

test('a version is unknown before its day, and the newest from then on', () => {
  expect(at('2026-01-30').newest()).toBe(V1);
  expect(at('2026-01-31').newest()).toBe(V2);
  expect(
    at('2026-01-30')
      .list()
      .map(({ date }) => date),
  ).toEqual([V1]);
  expect(at('2026-01-30').changesAfter(V1)).toEqual([]);
});

test('a list has the newest version first, with the descriptions of its changes', () => {
  expect(at('2026-07-01').list()).toMatchObject([
    { date: V3, stage: 'active', changes: ['c'] },
    { date: V2, stage: 'supported', changes: ['a', 'b'] },
    { date: V1, stage: 'supported', changes: [] },
  ]);
});

test('the changes up to a version and those after it are all changes, oldest first', () => {
  const versions = at('2026-07-01');
  const split = (version: string) => [
    descriptions(versions.changesUpTo(version)),
    descriptions(versions.changesAfter(version)),
  ];
  expect(split(V1)).toEqual([[], ['a', 'b', 'c']]);
  expect(split(V2)).toEqual([['a', 'b'], ['c']]);
  expect(split(V3)).toEqual([['a', 'b', 'c'], []]);
});

describe('the version of a request', () => {
  test('is that of the header, else that of the token (sections 9.3, 9.4)', () => {
    expect(at('2026-07-01').select(V2, V1)).toBe(V2);
    expect(at('2026-07-01').select(null, V1)).toBe(V1);
  });

  test.each([
    ['unknown', '2026-01-30', V3],
    ['malformed', '', V3],
    ['sunset', V1, V3],
    ['sunset, as that of the token', null, V1],
  ])('is refused where it is %s, with the versions that can be used (D6)', (_, header, pinned) => {
    const refused = at('2027-08-01').select(header, pinned);
    expect(refused).toBeInstanceOf(OperationFailure);
    expect((refused as OperationFailure).failure).toEqual({
      kind: 'invalid',
      errors: [{ path: ['service-version'], code: 'INVALID_FORMAT', message: `Use one of the versions ${V2}, ${V3}` }],
    });
  });
});

describe('the releases', () => {
  test('begin with 2025-08-16, release 0.1.0 (section 9.1)', () => {
    expect(RELEASES[0]).toMatchObject({ date: V1, label: '0.1.0', changes: [] });
  });

  test('are ordered oldest first, each on its own day', () => {
    const dates = RELEASES.map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].toSorted());
  });
});
