// The precondition of an update (RFC 9110, section 13.1.1): the revisions that If-Match names.
import { listedTags } from '../http/negotiation.ts';
import { parseId } from '../operation/id.ts';
import type { Revisions } from '../operation/operation.ts';
import { type Failed, failed, invalidField } from '../operation/operation-failure.ts';
import type { VersionName } from '../operation/versions.ts';
import type { Codec } from './codec.ts';

/** Accepts any mark, because nodes of two deployments get each other's ETags; the revision decides. */
const REVISION_TAG = /^"([^.]+)\.([^.]+)\.[\w-]+"$/;

/**
 * The revisions that If-Match names; undefined: any. Tags of another version name none. A weak tag names its revision
 * too: proxies that compress weaken what the service sent. A failure if it is not a list of ETags.
 */
export function revisionsIn(
  condition: string,
  { version, revisionTag }: Pick<Codec, 'version' | 'revisionTag'>,
): Revisions | Failed | undefined {
  if (condition.trim() === '*') return undefined;
  const tags = listedTags(condition);
  if (tags) return [...new Set(tags.flatMap((tag) => parseRevision(tag, version) ?? []))];
  const form = `Must be an ETag with its quotes, such as ${revisionTag(1)}, or several separated by commas`;
  return failed(invalidField('If-Match', form));
}

function parseRevision(tag: string, version: VersionName) {
  const [, date, revision] = REVISION_TAG.exec(tag) ?? [];
  return date === version ? parseId(revision) : undefined;
}
