// The OpenAPI 3.1 document of the newest version, built from the rows and shapes that serve REST (section 4).
import { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiOverride } from 'zod-openapi';
import { rootFieldOf } from '../graphql/schema.ts';
import { MAX_INT32 } from '../operation/id.ts';
import type { Version } from '../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS } from '../paths.ts';
import { ROUTES, type Route } from '../rest/routes.ts';
import { inputFields } from './bodies.ts';
import { EXAMPLES, type Examples } from './examples.ts';
import { headerComponents, headersOf } from './headers.ts';
import { ABOUT, TAGS, TITLE } from './notes.ts';
import { OPERATION_DOCS } from './operation-docs.ts';
import { createFailureResponses } from './responses.ts';
import { createWireSchemas, type WireSchemas } from './wire-schema.ts';

export type OpenApiDocument = ReturnType<typeof createDocument>;

export function buildOpenApi({ date, label, summary }: Version): OpenApiDocument {
  const schemas = createWireSchemas();
  const failures = createFailureResponses(schemas);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of ROUTES) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas, failures) };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: TITLE,
        version: date,
        summary: `${label}: ${summary}`,
        description: ABOUT,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      externalDocs: { description: 'Guides and the GraphQL schema', url: DOCS_PATHS.guides },
      servers: [{ url: API_BASE_PATH, description: 'The deployment that serves this document' }],
      security: [{ bearer: [] }, { queryToken: [] }],
      tags: Object.values(TAGS),
      paths,
      components: { headers: headerComponents, securitySchemes: SECURITY },
    },
    { override },
  );
  return { ...document, components: { ...document.components, schemas: byName(document.components?.schemas ?? {}) } };
}

/** An order that does not change with the order in which things are found. */
const byName = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b)));

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
    description: 'The same token in the URL, for older clients: URLs are logged and remembered, headers are not.',
  },
};

const serviceVersion = z
  .string()
  .optional()
  .meta({
    description: 'The version of this one request, instead of that of the token.',
    format: 'date',
    example: '2025-08-16',
    param: { id: 'ServiceVersion', name: 'service-version', in: 'header' },
  });

const pathId = z
  .int()
  .min(1)
  .max(MAX_INT32)
  .meta({
    description: 'The id, in plain decimal; anything else names nothing.',
    example: 42,
    param: { id: 'Id', name: 'id', in: 'path' },
  });

function operationOf(
  { operation, status }: (typeof ROUTES)[number],
  schemas: WireSchemas,
  failures: ReturnType<typeof createFailureResponses>,
): ZodOpenApiOperationObject {
  const { name, summary, input, find } = operation;
  const { tag, notes, answer, body, headers } = OPERATION_DOCS[name];
  const examples = EXAMPLES[name];
  const field = rootFieldOf(name);
  return {
    operationId: name,
    summary: summary.replace(/\.$/, ''),
    description: notes,
    tags: [TAGS[tag].name],
    ...(field && { 'x-graphql-field': field }),
    parameters: [...(find ? [pathId] : []), serviceVersion],
    ...(input &&
      body && {
        requestBody: { required: true, content: json(body(inputFields(schemas, operation, input)), examples.request) },
      }),
    responses: {
      [status]: {
        description: SUCCESS[status],
        headers: headersOf(headers),
        content: json(schemas.answer(answer), examples.answer),
      },
      ...failures(operation),
    },
  };
}

const SUCCESS: Record<Route['status'], string> = { 200: 'Done.', 201: 'Created.' };

const json = (schema: z.ZodType, examples: Examples | undefined) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

/** Spells schemas so that readers of OpenAPI 3.0 know the keywords, and says how wide numbers are. */
const override: ZodOpenApiOverride = ({ jsonSchema: schema, io }) => {
  if (schema.const !== undefined) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (schema.minItems === 0) delete schema.minItems;
  if (io === 'output') delete schema.additionalProperties;
  nullInType(schema);
  const [type] = [schema.type].flat();
  if (type === 'integer' && !schema.enum) schema.format = 'int32';
  if (type === 'number') schema.format = 'double';
};

/** `anyOf` of something and null becomes one schema with two types, and says outside what it said inside. */
function nullInType(schema: Parameters<ZodOpenApiOverride>[0]['jsonSchema']): void {
  const [inner, nothing, ...others] = schema.anyOf ?? [];
  if (typeof inner?.type !== 'string' || nothing?.type !== 'null' || others.length > 0) return;
  const said = { ...schema };
  delete said.anyOf;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, inner, said, { type: [inner.type, 'null'] });
  if (schema.enum) schema.enum = [...schema.enum, null];
}
