// The OpenAPI 3.1 document of a version, built from the routes and shapes that serve REST (section 4).
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
} from 'zod-openapi';
import { CODINGS } from '../http/negotiation.ts';
import { MAX_INT32, MIN_INT32 } from '../operation/id.ts';
import type { Versions } from '../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS } from '../paths.ts';
import type { Codec } from '../rest/codec.ts';
import { isServed, pathTemplate } from '../rest/route.ts';
import { ROUTES, TAGS } from '../rest/routes.ts';
import { filled } from './filled.ts';
import { createHeaders } from './headers.ts';
import { createOperations } from './operations.ts';

const BASE: Pick<ZodOpenApiObject, 'openapi' | 'info' | 'components'> = parse(
  readFileSync(new URL('./document.yaml', import.meta.url), 'utf8'),
);

interface Deployment {
  /** Whether it rehearses failures. */
  readonly isTest: boolean;
  /** Of all URLs. */
  readonly origin: string;
}

/** A version's OpenAPI document. */
export function buildOpenApi(
  versions: Versions,
  codec: Codec,
  { isTest, origin }: Deployment,
) {
  const { version } = codec;
  const release = versions.releases.find(({ date }) => date === version);
  if (!release) throw new Error(`No version ${version}`);
  const { label, summary } = release;
  const latest = versions.newest();
  const surroundings = {
    // biome-ignore lint/complexity/useMathMinMax: versions are text
    newest: versions.view(latest > version ? latest : version),
    usable: versions.usable(),
    isTest,
  };
  const headers = createHeaders(codec, versions.lifecycleHeaders(version), isTest);
  const createOperation = createOperations(codec, surroundings, headers);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of ROUTES.filter((one) => isServed(codec.view, one))) {
    const path = pathTemplate(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: createOperation(route) };
  }
  const values: Readonly<Record<string, string>> = {
    version,
    label,
    summary,
    codings: CODINGS.join(', '),
    guides: `${origin}${DOCS_PATHS.guides}`,
    rest: `${origin}${API_BASE_PATH}`,
  };
  const { components, ...base } = filled(BASE, (name) => values[name]);
  const document = createDocument(
    {
      ...base,
      tags: Object.values(TAGS),
      paths,
      components: { headers: headers.components, ...components },
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

/** Rewrites schemas to keywords that OpenAPI 3.0 has too, and adds the width of numbers. */
const override: ZodOpenApiOverride = ({ jsonSchema: schema, io }) => {
  if (schema.const !== undefined) {
    schema.enum = [schema.const];
    delete schema.const;
  }
  if (schema.minItems === 0) delete schema.minItems;
  if (io === 'input') Object.assign(schema, schema.request);
  delete schema.request;
  nullInType(schema);
  const { minimum = MIN_INT32, maximum = MAX_INT32 } = schema;
  const isInt32 = minimum >= MIN_INT32 && maximum <= MAX_INT32;
  const [type] = [schema.type].flat();
  if (type === 'integer' && !schema.enum) schema.format = isInt32 ? 'int32' : 'int64';
  if (type === 'number') schema.format = 'double';
  if (io === 'output') for (const keyword of OF_REQUESTS) delete schema[keyword];
};

/** Responses may have values that other versions accepted. */
const OF_REQUESTS = [
  'additionalProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

/** Turns `anyOf` of a schema and null into one schema with two types; outer keywords override inner ones. */
function nullInType(schema: Parameters<ZodOpenApiOverride>[0]['jsonSchema']) {
  const { anyOf = [], ...said } = schema;
  const [inner, nothing, ...others] = anyOf;
  if (typeof inner?.type !== 'string' || nothing?.type !== 'null' || others.length > 0)
    return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, inner, said, { type: [inner.type, 'null'] });
  if (schema.enum) schema.enum = [...schema.enum, null];
}
