// The OpenAPI 3.1 document of a version, built from the routes and shapes that serve REST (section 4).
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
} from 'zod-openapi';
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
export function buildOpenApi(
  { release, codec, lifecycle, ...surroundings }: Served,
  origin: string,
) {
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
      externalDocs: {
        description: 'Guides and the GraphQL schema',
        url: `${origin}${DOCS_PATHS.guides}`,
      },
      servers: [
        {
          url: `${origin}${API_BASE_PATH}`,
          description: 'The deployment that serves this document',
        },
      ],
      security: [{ bearer: [] }, { queryToken: [] }],
      tags: Object.values(TAGS),
      paths,
      components: { headers: headers.components, securitySchemes: SECURITY },
    },
    { override },
  );
  // Sorted by name, independent of the order of routes.
  const schemas = Object.entries(document.components?.schemas ?? {}).toSorted(([a], [b]) =>
    a.localeCompare(b),
  );
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
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
    description:
      'The token in the URL, for older clients. Prefer the header: logs and browsers keep URLs.',
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

const fitsInt32 = ({
  minimum = MIN_INT32,
  maximum = MAX_INT32,
}: {
  minimum?: number;
  maximum?: number;
}): boolean => minimum >= MIN_INT32 && maximum <= MAX_INT32;

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
export const ABOUT = `Manage your products and bundles, and read your rentals.

**Authentication.** Send your API token in the header \`Authorization: Bearer svc_…\`. Older clients may use the query parameter
\`token\`; if a request has both, the header counts. \`svc_test_\` tokens work on test deployments, \`svc_live_\` tokens on live
ones. A token has its user's current permissions, and stops working as soon as it is revoked or expires. Every response to a
valid token has \`Token-Permissions\`, and \`Token-Expires\` if the token expires.

**Strict types.** Values aren't converted: \`"3"\` is not an integer, and \`1\` is not a boolean. Unknown fields are rejected. The
largest integer is 2,147,483,647, strings are Unicode without NUL, and lengths count code points. All errors of a request are
returned at once, one per field.

**Rate limits.** Each user can create a limited number of products and bundles. Creates return the number that remains in
\`RateLimit\`. A 429 has \`Retry-After\`: the number of seconds after which the next request succeeds.

**Retries.** Send an \`Idempotency-Key\` to write exactly once. If you repeat the request within 24 hours, over REST or GraphQL,
you get the first response again, with \`Idempotency-Replayed: true\`.

**Versions** are dates. A token is pinned to the version that was the latest when it was created. Send \`service-version\` to use
another version for one request; \`X-API-Version\` names the version that was used. A version can get new endpoints, optional
request fields and response fields, so ignore fields you don't know.

**Compression.** Responses of 1 KiB or more are compressed according to \`Accept-Encoding\` (br, zstd or gzip). You may send bodies
with \`Content-Encoding: gzip\`, up to 1 MiB uncompressed.

**Examples** use the IDs of the demo data, so they work for the demo owner on a new test deployment. On other deployments, use
your own IDs.`;

/** `ABOUT` for readers of the OpenAPI document, with the meaning of its extensions. */
const DESCRIPTION = `${ABOUT}

GET endpoints also support HEAD. Names that differ on GraphQL are in \`x-graphql-name\` (fields), \`x-graphql-field\` (operations)
and \`x-enum-varnames\` (values); all other names are the same.

A body that fits its schema is accepted, unless one of the \`x-conditions\` of its operation applies. Each condition names the
\`field\` and \`code\` of its error: \`[]\` stands for any entry of a list, \`*\` for any field. Any other body is rejected at the
field that breaks its schema.`;
