// The OpenAPI 3.1 document of a version, built from the routes and shapes that serve REST (section 4).
import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiOverride } from 'zod-openapi';
import { MAX_INT32, MIN_INT32 } from '../operation/id.ts';
import type { Release } from '../operation/release-changes.ts';
import { API_BASE_PATH, DOCS_PATHS } from '../paths.ts';
import { isServed, pathTemplate } from '../rest/route.ts';
import { ROUTES, TAGS } from '../rest/routes.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { createHeaders } from './headers.ts';
import { createOperations } from './operations.ts';
import type { Surroundings } from './parameters.ts';

interface Served extends Surroundings {
  readonly release: Release;
  readonly codec: Codec;
  /** The deprecation headers of the version; empty unless it is deprecated. */
  readonly lifecycle: Readonly<Record<string, string>>;
}

/** A version's OpenAPI document; its URLs start with `origin`. */
export function buildOpenApi({ release, codec, lifecycle, ...surroundings }: Served, origin: string) {
  const { date, label, summary } = release;
  const headers = createHeaders(date, lifecycle, surroundings.isTest);
  const createOperation = createOperations(codec, surroundings, headers);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of ROUTES.filter((one) => isServed(codec.view, one))) {
    const path = pathTemplate(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: createOperation(route) };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: TITLE,
        version: date,
        summary: `${label}: ${summary}`,
        description: DESCRIPTION,
        contact: { name: `Guides of the ${TITLE}`, url: `${origin}${DOCS_PATHS.guides}` },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      externalDocs: { description: 'Guides and the GraphQL schema', url: `${origin}${DOCS_PATHS.guides}` },
      servers: [{ url: `${origin}${API_BASE_PATH}`, description: 'The deployment that serves this document' }],
      security: [{ bearer: [] }, { queryToken: [] }],
      tags: Object.values(TAGS),
      paths,
      components: { headers: headers.components, securitySchemes: SECURITY },
    },
    { override },
  );
  // Sorted by name, independent of the order of routes.
  const schemas = Object.entries(document.components?.schemas ?? {}).toSorted(([a], [b]) => a.localeCompare(b));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}

const SECURITY: Record<string, oas31.SecuritySchemeObject> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A user API token, `svc_test_…` or `svc_live_…`. Recommended.',
  },
  queryToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the URL, for older clients. Prefer the header: logs and browsers keep URLs.',
  },
};

/** Rewrites schemas to keywords that OpenAPI 3.0 has too, and adds the width of numbers. */
const override: ZodOpenApiOverride = ({ jsonSchema: schema, io }) => {
  if (schema.const !== undefined) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (schema.minItems === 0) delete schema.minItems;
  if (io === 'output') delete schema.additionalProperties;
  nullInType(schema);
  const [type] = [schema.type].flat();
  if (type === 'integer' && !schema.enum) schema.format = fitsInt32(schema) ? 'int32' : 'int64';
  if (type === 'number') schema.format = 'double';
};

const fitsInt32 = ({ minimum = MIN_INT32, maximum = MAX_INT32 }: { minimum?: number; maximum?: number }): boolean =>
  minimum >= MIN_INT32 && maximum <= MAX_INT32;

/** Turns `anyOf` of a schema and null into one schema with two types; outer keywords override inner ones. */
function nullInType(schema: Parameters<ZodOpenApiOverride>[0]['jsonSchema']): void {
  const [inner, nothing, ...others] = schema.anyOf ?? [];
  if (typeof inner?.type !== 'string' || nothing?.type !== 'null' || others.length > 0) return;
  const said = { ...schema };
  delete said.anyOf;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, inner, said, { type: [inner.type, 'null'] });
  if (schema.enum) schema.enum = [...schema.enum, null];
}

const TITLE = 'Rental Marketplace Owner API';

/** What applies to every operation, in Markdown; the reference starts with it. */
export const ABOUT = `Owners manage their products and bundles and read the rentals that they take part in.

Every request carries a **user API token**: in the header \`Authorization: Bearer svc_…\` (recommended) or in the query
parameter \`token\` (for older clients). The header wins where both are sent. A token acts with the permissions that its
user has at that moment, and stops working the moment it is revoked or expires. \`svc_test_\` tokens work on test deployments,
\`svc_live_\` tokens on live ones.

**Types are strict.** Nothing is converted (\`"3"\` is no integer, \`1\` is no boolean) and unknown fields are refused.
Integers end at 2 147 483 647, text is Unicode without NUL, and lengths count code points. A refused request lists
everything that is wrong with it, one error per field, each with one of nine codes.

**Creates are throttled** by one budget per user. A 429 carries \`Retry-After\` in whole seconds; waiting that long lets the
next request through. Every create tells in \`RateLimit\` how many are left.

**Every answer to a valid token** names the permissions of its user in \`Token-Permissions\`, and its end in \`Token-Expires\`.

**Writes can be sent again.** A write with an \`Idempotency-Key\` is done once: sent again within 24 hours it is answered as the
first time, with \`Idempotency-Replayed: true\`, also over GraphQL.

**Versions are dates.** A token keeps the version that was newest when it was made; the header \`service-version\` sets
another for one request; \`X-API-Version\` names the one that was applied. Within a version there may be new endpoints, new
optional fields of requests and new fields of answers: ignore the fields that you don't know.

**Compression.** Answers from 1 KiB are compressed by \`Accept-Encoding\`: br, zstd, gzip. A body may come with
\`Content-Encoding: gzip\`; its 1 MiB counts after inflation.

**Examples** use the ids of the demo data, with which a new test deployment begins, and work for the demo owner. Elsewhere use
ids of yours.`;

/** `ABOUT` for readers of the OpenAPI document, with the meaning of its extensions. */
const DESCRIPTION = `${ABOUT}

GET endpoints answer HEAD too. Where GraphQL has another name, \`x-graphql-name\` (of a field), \`x-graphql-field\` (of an
operation) and \`x-enum-varnames\` (of a value) tell it; every other name is the same on both.

A body that is valid by its schema is accepted, except for the conditions in \`x-conditions\` of its operation: each names the
\`field\` and the \`code\` of its error. \`[]\` stands for any entry of a list, \`*\` for any field. Everything else is rejected at the
field that breaks its schema.`;
