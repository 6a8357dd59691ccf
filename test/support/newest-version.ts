// The version of tests that name none is the first one, in whose names they are written, so that no release changes
// them on its day.
import { createVersions, type Versions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

/** As on the day of the first release. */
export const TESTED_VERSIONS: Versions = createVersions(
  RELEASES,
  () => new Date(RELEASES[0]?.date ?? ''),
);

export const NEWEST_VERSION = TESTED_VERSIONS.newest();
