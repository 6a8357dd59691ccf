// The cache of parsed and validated GraphQL documents; refused ones are not kept.
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { RecentlyUsed } from '../../database/recently-used.ts';

/** More documents than front ends have; a parsed one of this length can take a megabyte. */
const MAX_DOCUMENTS = 100;
export const MAX_CACHED_LENGTH = 8_000;

/**
 * Replaces Yoga's own caches: they keep 1,024 documents of any size, and as many errors, each of which holds its whole request by its
 * stack: a thousand large refused requests take a gigabyte.
 */
export function documentCache() {
  const documents = new RecentlyUsed<string, DocumentNode>(MAX_DOCUMENTS);
  const parserAndValidationCache = {
    documentCache: {
      get: (text: string) => documents.get(text),
      set: (text: string, document: DocumentNode) =>
        void (text.length <= MAX_CACHED_LENGTH && documents.set(text, document)),
    },
    errorCache: { get: () => undefined, set: () => {} },
  };
  const validated = new WeakSet<DocumentNode>();
  const useForgetInvalid: Plugin = {
    onValidate:
      ({ params: { documentAST } }) =>
      ({ valid }) => {
        if (valid) validated.add(documentAST);
        else documents.delete(documentAST.loc?.source.body ?? '');
      },
  };
  /** A document that was parsed, validated and found within the limits before. */
  const validDocument = (text: string): DocumentNode | undefined => {
    const document = documents.get(text);
    return document && validated.has(document) ? document : undefined;
  };
  return { parserAndValidationCache, useForgetInvalid, validDocument };
}
