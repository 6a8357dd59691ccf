// The reference of one version: its document, the parts that every operation has, the addresses of its pages.
import { createOpenApiEndpoint } from '../../../openapi/endpoint.ts';
import type { Version, VersionName } from '../../../operation/versions.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { DocsSource } from '../source.ts';
import { type Document, type Operation, operationsOf } from './document.ts';
import { type CommonParts, commonParts, inputOf, ownedSchemas } from './document-parts.ts';

export interface RestReference {
  readonly version: Version;
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly common: CommonParts;
  /** The schemas that one operation alone uses, with its name; the others have sections of their own. */
  readonly owned: ReadonlyMap<string, string>;
  /** The path of its first page, which has the parts that operations share. */
  readonly path: string;
}

/** Of the released versions, newest first; the first release is always there. */
export type RestReferences = readonly [newest: RestReference, ...older: RestReference[]];

/** The reference of the newest version is at the path without a version. */
export function createReferences({ versions, origin }: DocsSource): RestReferences {
  const endpoint = createOpenApiEndpoint(versions, origin);
  const all = versions.list().map((version, index): RestReference => {
    const document = endpoint.document(version.date) as unknown as Document;
    return {
      version,
      document,
      operations: operationsOf(document),
      common: commonParts(document),
      owned: ownedSchemas(document),
      path: index === 0 ? DOCS_PATHS.rest : datedPath(version.date),
    };
  });
  return all as unknown as RestReferences;
}

export const datedPath = (date: VersionName): string => `${DOCS_PATHS.rest}/${date}`;

/** The path of the page of an operation. */
export const operationPath = (path: string, operationId: string): string => `${path}/${operationId}`;

/** The first part of the ids of the fields of a schema: those of the body of an operation begin with its name. */
export const prefixOf = ({ owned }: RestReference, component: string): string => {
  const owner = owned.get(component);
  return owner && component === inputOf(owner) ? owner : component;
};

/** The address of a schema. */
export function schemaPath({ path, owned }: RestReference, component: string): string {
  const owner = owned.get(component);
  return `${owner ? operationPath(path, owner) : path}#${component}`;
}
