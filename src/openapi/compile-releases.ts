// Builds what is made for a date, for today and each later day on which a version begins or ends, so that an error in
// an entry ends the start, instead of failing requests from a midnight on.
import { schemaOf } from '../graphql/schema.ts';
import type { Release } from '../operation/release-changes.ts';
import { createVersions, stageDays } from '../operation/versions.ts';
import { isoDay } from '../time.ts';
import { createOpenApiEndpoint } from './endpoint.ts';

/** @throws an error that names the day */
export function compileReleases(releases: readonly Release[], origin: string): void {
  const now = new Date();
  for (const day of [now, ...stageDays(releases).filter((later) => later > now)]) {
    try {
      const versions = createVersions(releases, () => day);
      const { document } = createOpenApiEndpoint(versions, origin);
      schemaOf(versions);
      versions.usable().forEach(document);
    } catch (error) {
      throw new Error(`The releases don't fit the code on ${isoDay(day)}: ${error}`);
    }
  }
}
