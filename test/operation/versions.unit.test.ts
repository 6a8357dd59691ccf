// The registry of dated versions (section 9): stages, selection and the changes between two versions.
import { describe, expect, test } from 'vitest';
import type { Release } from '../../src/operation/release-changes.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

const V1 = '2025-08-16';
const V2 = '2026-01-31';
const V3 = '2026-07-01';

const release = (date: string, ...withdrawn: string[]): Release => ({
  date,
  label: `label of ${date}`,
  summary: `summary of ${date}`,
  changes: withdrawn.map((one) => ({ withdrawn: `Thing.${one}` })),
});
const THREE = [release(V1), release(V2, 'a', 'b'), release(V3, 'c')];

const at = (day: string) => createVersions(THREE, () => new Date(day));

describe('computes stages from the release dates (section 9.7)', () => {
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
    const versions = createVersions(
      [release(V1), release('2028-02-29')],
      () => new Date('2028-03-01'),
    );
    expect(versions.lifecycle(V1).deprecatedAt).toEqual(new Date('2029-02-28'));
  });
});

test('a version is unknown before its release day and the latest from then on', () => {
  expect(at('2026-01-30').newest()).toBe(V1);
  expect(at('2026-01-31').newest()).toBe(V2);
  expect(
    at('2026-01-30')
      .list()
      .map(({ date }) => date),
  ).toEqual([V1]);
  expect(at('2026-01-30').usable()).toEqual([V1]);
});

test('lists the latest version first, with its changes', () => {
  expect(at('2026-07-01').list()).toMatchObject([
    { date: V3, stage: 'active', changes: [{ withdrawn: 'Thing.c' }] },
    {
      date: V2,
      stage: 'supported',
      changes: [{ withdrawn: 'Thing.a' }, { withdrawn: 'Thing.b' }],
    },
    { date: V1, stage: 'supported', changes: [] },
  ]);
});

test('a version never changes from day to day; GraphQL has the usable versions of the day', () => {
  for (const day of ['2026-01-01', '2026-07-01', '2029-01-01']) {
    const has = [V1, V2, V3].map((version) => at(day).view(version).has('Thing.a'));
    expect(has).toEqual([true, false, false]);
  }
  const union = (day: string) =>
    ['a', 'c'].map((field) => at(day).union(V3).has(`Thing.${field}`));
  expect([union('2026-07-01'), union('2027-12-31'), union('2029-01-01')]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

test('the array of usable versions changes only when the set or a stage does', () => {
  let now = new Date('2026-01-30T12:00:00Z');
  const versions = createVersions(THREE, () => now);
  const before = versions.usable();
  now = new Date('2026-01-30T23:59:59.999Z');
  expect(versions.usable()).toBe(before);
  now = new Date('2026-01-31T00:00:00.000Z');
  expect(versions.usable()).toEqual([V1, V2]);
  now = new Date('2026-01-30T12:00:00Z');
  expect(versions.usable()).toEqual([V1]);
});

test('the releases start with 2025-08-16, release 0.1.0 (section 9.1)', () => {
  expect(RELEASES[0]).toMatchObject({ date: V1, label: '0.1.0', changes: [] });
});
