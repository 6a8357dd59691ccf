// The versions on the day of the last release without closed ones, for documents that are printed or recorded.
import type { Release } from '../../src/operation/release-changes.ts';
import { createVersions, type Versions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

export const atLastRelease = (releases: readonly Release[] = RELEASES): Versions =>
  createVersions(
    releases.filter(({ isClosed }) => !isClosed),
    () => new Date(releases.at(-1)?.date ?? 0),
  );
