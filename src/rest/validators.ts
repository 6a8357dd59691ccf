// The ETags of REST: a product's revision in the request's version and shape; the content of any other read.
import { etagOf, listedTags } from '../http/negotiation.ts';
import { parseId } from '../operation/id.ts';
import type { Revisions } from '../operation/operation.ts';
import { invalidField } from '../operation/operation-failure.ts';
import type { VersionName } from '../operation/versions.ts';
import type { Codec } from './codec.ts';
import type { Route } from './route.ts';

/** A version and the mark of its product shape: if another deployment changes the bytes, the ETag changes. */
type TaggedVersion = Pick<Codec, 'version' | 'shapeMark'>;

export const revisionTag = ({ version, shapeMark }: TaggedVersion, revision: number) =>
  `"${version}.${revision}.${shapeMark}"`;

/** Accepts any mark, because nodes of two deployments get each other's ETags; the revision decides. */
const REVISION_TAG = /^"([^.]+)\.([^.]+)\.[\w-]+"$/;

/** The ETag header: a product's revision, or the content of another resource. */
export const validators = (
  { revision }: Route,
  version: TaggedVersion,
  output: unknown,
  body: unknown,
) => ({
  ETag: revision ? revisionTag(version, revision(output)) : etagOf(JSON.stringify(body)),
});

/**
 * The revisions that If-Match names; undefined: any. Tags of another version name none. A weak tag names its revision
 * too: proxies that compress weaken what the service sent. @throws {OperationFailure} invalid: not a list of ETags.
 */
export function revisionsOf(
  { headers }: Request,
  tagged: TaggedVersion,
): Revisions | undefined {
  const condition = headers.get('if-match');
  if (condition === null || condition.trim() === '*') return undefined;
  const tags = listedTags(condition);
  if (tags)
    return [...new Set(tags.flatMap((tag) => parseRevision(tag, tagged.version) ?? []))];
  const form = `Must be an ETag with its quotes, such as ${revisionTag(tagged, 1)}, or several separated by commas`;
  throw invalidField('If-Match', form);
}

function parseRevision(tag: string, version: VersionName): number | undefined {
  const [, date, revision] = REVISION_TAG.exec(tag) ?? [];
  return date === version ? parseId(revision) : undefined;
}
