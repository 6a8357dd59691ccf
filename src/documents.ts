// What documents the service, made of what serves it: the OpenAPI document and the pages of `/docs`.
import { createDocs, type Docs } from './docs/server.ts';
import type { DocsSource } from './docs/source.ts';
import { rootFieldOf } from './graphql/root-field-names.ts';
import { printedSchema, schema } from './graphql/schema.ts';
import { createOpenApiEndpoint, type OpenApiEndpoint } from './openapi/endpoint.ts';
import { ROUTES } from './rest/routes.ts';
import type { ApiVersions } from './rest/version-change.ts';
import { WIRE_ENUMS, WIRE_NAMES } from './rest/wire.ts';

export interface Documents {
  readonly openApi: OpenApiEndpoint;
  readonly docs: Docs;
}

type Given = Pick<DocsSource, 'throttle' | 'origin'> & { readonly versions: ApiVersions };

export function createDocuments(given: Given): Documents {
  const operations = ROUTES.map(({ method, path, operation }) => ({
    rest: `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    graphql: rootFieldOf(operation.name),
  }));
  return {
    openApi: createOpenApiEndpoint(given.versions, rootFieldOf),
    docs: createDocs({ ...given, schema, sdl: printedSchema(), names: WIRE_NAMES, enums: WIRE_ENUMS, operations }),
  };
}
