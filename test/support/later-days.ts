// The days after the begin of the newest version and after the end of the oldest one, where they are in the future:
// tests of versions run on them too, so that no midnight turns them red.
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

const DAY_MILLISECONDS = 86_400_000;

export interface LaterDay {
  readonly day: string;
  /** How far a clock must be ahead. */
  readonly offset: number;
}

export function laterDays(releases = RELEASES, now = Date.now()): readonly LaterDay[] {
  const always = createVersions(releases, () => new Date('9999-12-31'));
  const oldest = releases.find(({ isClosed }) => !isClosed)?.date ?? '';
  const ends = [releases.at(-1)?.date, always.lifecycle(oldest).sunsetAt];
  return ends
    .flatMap((day) => (day === undefined ? [] : Number(new Date(day))))
    .map((midnight) => midnight + DAY_MILLISECONDS)
    .filter((time) => time > now)
    .map((time) => ({ day: new Date(time).toISOString().slice(0, 10), offset: time - now }));
}
