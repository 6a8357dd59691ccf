// The search over guides, errors, changelog, REST reference and GraphQL schema: its index as a file for browsers, and its ranking.
import MiniSearch from 'minisearch';
import { schemaOf } from '../../../graphql/schema.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import { createStaticAssets, type StaticAssets } from '../../pages/static-assets.ts';
import { createRanking, type Entry } from '../assets/rank-entries.js';
import type { Attempt } from '../attempt.ts';
import type { Guide } from '../guides/render-guide.ts';
import type { RestReference } from '../reference/rest-reference.ts';
import type { DocsSource } from '../source.ts';
import { graphqlEntries } from './graphql-entries.ts';
import { changelogEntries, errorEntries, guideEntries } from './guide-entries.ts';
import { restEntries } from './rest-entries.ts';

export interface Search {
  /** The entries as JSON, under a path with their hash. */
  readonly files: StaticAssets<'index'>;
  readonly rank: ReturnType<typeof createRanking>;
}

/** The entries of the newest version; equal scores keep this order. */
export async function createSearch(
  source: DocsSource,
  guides: readonly Guide[],
  reference: RestReference | undefined,
  attempt: Attempt,
): Promise<Search> {
  const { versions } = source;
  const parts = [
    () => guideEntries(guides),
    () => errorEntries(),
    () => changelogEntries(source),
    () => (reference ? restEntries(reference) : []),
    () => graphqlEntries(schemaOf(versions)),
  ];
  const made = await Promise.all(parts.map((part) => attempt<readonly Entry[]>('A part of the search', part)));
  const entries = made.flatMap((part) => part ?? []);
  const read = () => Buffer.from(JSON.stringify(entries));
  return {
    files: createStaticAssets(DOCS_PATHS.assets, { index: { file: 'search-index.json', read } }),
    rank: createRanking(MiniSearch, entries),
  };
}
