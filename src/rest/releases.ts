// All releases (section 9), oldest first, each with its changes.
import type { Release } from '../operation/release-changes.ts';
import { createVersions, type Versions } from '../operation/versions.ts';

/** The versions on the day of the last release without closed ones, for documents that are printed or recorded. */
export const atLastRelease = (releases: readonly Release[] = RELEASES): Versions =>
  createVersions(
    releases.filter(({ isClosed }) => !isClosed),
    () => new Date(releases.at(-1)?.date ?? 0),
  );

export const RELEASES: readonly Release[] = [
  {
    date: '2025-08-16',
    label: '0.1.0',
    summary:
      'Initial release with the five operations: read a rental, read, create and update a product, create a bundle.',
    changes: [],
  },
];
