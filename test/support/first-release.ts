// The first release only: invented ones follow it, whatever else has been released.
import type { Change } from '../../src/operation/change-kinds.ts';
import type { Release } from '../../src/operation/release-changes.ts';
import { RELEASES } from '../../src/rest/releases.ts';

export const FIRST_RELEASE = RELEASES.slice(0, 1).map(({ isClosed: _, ...first }) => first);

/** The oldest version whose exchanges are recorded. */
export const OLDEST_RECORDED = RELEASES.find(({ isClosed }) => !isClosed)?.date ?? '';

export const V1 = FIRST_RELEASE[0]?.date ?? '';

/** The first release and an invented one. */
export const withRelease = (date: string, ...changes: readonly Change[]): Release[] => [
  ...FIRST_RELEASE,
  invented(date, ...changes),
];

export const invented = (date: string, ...changes: readonly Change[]): Release => ({
  date,
  label: '0.2.0',
  summary: 'Made up.',
  changes,
});
