// Checks exchanges against an OpenAPI document: statuses, headers and bodies, allowing nothing undocumented.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseConfig } from '../../src/config.ts';
import type { Answer } from './app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests walk through the document as JSON
export type Json = any;

/** The origin of documents built without a deployment: that of one without configuration. */
export const ORIGIN = parseConfig({}).publicOrigin;

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
export const pointer = (...keys: (string | number)[]) =>
  `#/${keys.map((key) => escaped(String(key))).join('/')}`;

/** JSON Schema's errors for a value at a place in the document; empty if it is valid. */
export function createValidator(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return (place: string, value: unknown): string[] => {
    const validate = ajv.getSchema(`document${place}`);
    if (!validate) throw new Error(`No schema at ${place}`);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

/** The document with every object closed, so that unknown fields are errors. */
function closed(document: Json): Json {
  const close = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(close);
    if (typeof node !== 'object' || node === null) return node;
    const inner = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, close(value)]),
    );
    return node.type === 'object' && node.properties
      ? { ...inner, additionalProperties: false }
      : inner;
  };
  return {
    ...document,
    components: { ...document.components, schemas: close(document.components.schemas) },
    paths: close(document.paths),
  };
}

function resolve(document: Json, node: Json): { node: Json; place: string | undefined } {
  if (!node.$ref) return { node, place: undefined };
  const keys = node.$ref.slice(2).split('/');
  return {
    node: keys.reduce((at: Json, key: string) => at[key], document),
    place: node.$ref,
  };
}

/** The errors of a response to a documented operation; its path is as in the document, such as `/product/{id}`. */
export function createContract(document: Json) {
  const strict = closed(document);
  const validate = createValidator(strict);
  return (method: string, path: string, { status, headers, body }: Answer): string[] => {
    const operation = strict.paths[path]?.[method.toLowerCase()];
    const documented = operation?.responses[status];
    if (!documented) return [`${status} is not documented`];
    const {
      node: response,
      place = pointer('paths', path, method.toLowerCase(), 'responses', status),
    } = resolve(strict, documented);
    return [
      ...headerFailures(strict, validate, response, headers),
      ...(response.content || body !== ''
        ? validate(`${place}/content/application~1json/schema`, body).map(
            (failure) => `body${failure}`,
          )
        : []),
    ];
  };
}

/** Headers that any HTTP server sends, or that browsers require. */
const UNDOCUMENTED = new Set([
  'content-type',
  'content-length',
  'cache-control',
  'vary',
  'x-content-type-options',
]);

function headerFailures(
  document: Json,
  validate: ReturnType<typeof createValidator>,
  response: Json,
  headers: Headers,
): string[] {
  const documented = Object.entries<Json>(response.headers);
  const known = new Set(documented.map(([name]) => name.toLowerCase()));
  const unknown = [...headers.keys()]
    .map((name) => name.toLowerCase())
    .filter(
      (name) =>
        !known.has(name) && !UNDOCUMENTED.has(name) && !name.startsWith('access-control-'),
    );
  return [
    ...unknown.map((name) => `header ${name} is not documented`),
    ...documented.flatMap(([name, reference]) => {
      const { node: header, place } = resolve(document, reference);
      const value = headers.get(name);
      if (value === null) return header.required ? [`header ${name} is missing`] : [];
      const typed = header.schema.type === 'integer' ? Number(value) : value;
      return validate(`${place}/schema`, typed).map((failure) => `header ${name}${failure}`);
    }),
  ];
}
