// What a start prints about versions: future releases, and versions that end within 90 days.
import { expect, test } from 'vitest';
import { createVersions } from '../../src/operation/versions.ts';
import { endNotices, futureNotices } from '../../src/process/start-texts.ts';
import { FIRST_RELEASE } from '../support/first-release.ts';
import { rehearsal, V1, V2 } from '../system/releases/rehearsal.ts';

const releasesOn = (day: string) =>
  createVersions([...FIRST_RELEASE, rehearsal], () => new Date(day));

const endsOn = (day: string, versions = releasesOn(day)) => endNotices(versions, new Date(day));

test('names a future release until its day', () => {
  const notice = `Version ${V2} (0.2.0) is not released yet and will be served from that day on.`;
  const noticesOn = (day: string) => futureNotices(releasesOn(day), new Date(day));
  expect(noticesOn('2031-02-28T23:59:59Z')).toEqual([notice]);
  expect(noticesOn(V2)).toEqual([]);
});

test('names a version in its last 90 days, but none without a successor', () => {
  expect(endsOn('2026-11-22', createVersions(FIRST_RELEASE))).toEqual([]);
  expect(endsOn('2032-06-02T00:00:00Z')).toEqual([]);
  expect(endsOn('2032-06-04T00:00:00Z')).toEqual([`Version ${V1} ends on 2032-09-01.`]);
  expect(endsOn('2032-09-01T00:00:00Z')).toEqual([]);
});
