// All releases (section 9), oldest first, each with its changes.
import type { Release } from '../operation/release-changes.ts';

export const RELEASES: readonly Release[] = [
  {
    date: '2025-08-16',
    label: '0.1.0',
    summary:
      'Initial release with the five operations: read a rental, read, create and update a product, create a bundle.',
    changes: [],
  },
];
