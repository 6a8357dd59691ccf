// The versions on the day of the last release, or of the end of the last closed version, for documents that are printed
// or recorded.
import type { Release } from '../../src/operation/release-changes.ts';
import { createVersions, type Versions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

export function atLastRelease(releases: readonly Release[] = RELEASES): Versions {
  const always = createVersions(releases, () => new Date('9999-12-31'));
  const ends = releases
    .filter(({ isClosed }) => isClosed)
    .map(({ date }) => always.lifecycle(date).sunsetAt ?? new Date(0));
  const day = [new Date(releases.at(-1)?.date ?? 0), ...ends]
    .toSorted((a, b) => +a - +b)
    .at(-1);
  return createVersions(releases, () => day as Date);
}
