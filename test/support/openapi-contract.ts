// Checks exchanges against an OpenAPI document: statuses, headers and bodies, allowing nothing undocumented.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseConfig } from '../../src/config.ts';
import { readRestContract } from '../system/harness/contract/rest-contract.ts';
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

/** Headers that any HTTP server sends, or that browsers require. */
const UNDOCUMENTED =
  /^(?:content-(?:type|length)|cache-control|vary|x-content-type-options|access-control-.*)$/i;

/** The errors of a response to a documented operation; its path is as in the document, such as `/product/{id}`. */
export function createContract(document: Json) {
  const strict = closed(document);
  const contract = readRestContract(strict);
  return (
    method: string,
    path: string,
    { status, headers, body: json }: Answer,
  ): string[] => {
    const { operationId, responses = {} } = strict.paths[path]?.[method.toLowerCase()] ?? {};
    const call = { method, path };
    const answered = { surface: 'rest', text: '', call, status, headers, json } as const;
    const failures = contract.failures(operationId, answered);
    if (!responses[status]) return failures;
    const { $ref, ...own } = responses[status];
    const { headers: known, content } = $ref
      ? strict.components.responses[$ref.split('/').at(-1)]
      : own;
    const unknown = new Headers(headers);
    for (const name of Object.keys(known)) unknown.delete(name);
    return [
      ...[...unknown.keys()]
        .filter((name) => !UNDOCUMENTED.test(name))
        .map((name) => `header ${name} is not documented`),
      ...(json && !content ? ['the body is not documented'] : []),
      ...failures,
    ];
  };
}
