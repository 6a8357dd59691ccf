// Checks answers of REST against the responses of the OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { AnsweredCall } from '../calls/call.ts';
import type { Resolve, Schema } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

/** The operations of the OpenAPI document, each with its path and method. */
export type Rows = readonly { path: string; method: string; row: Loose }[];

/** The JSON schema of a request body or of a response. */
export const jsonSchema = (content: Loose): Schema | undefined => content?.content?.['application/json']?.schema;

/** Checks answers with Ajv against the schemas of the OpenAPI document. */
export function createAnswerCheck(
  openApi: Loose,
  rows: Rows,
  resolve: Resolve,
): (operation: string, answered: AnsweredCall) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...openApi });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (schema: Schema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(withAbsoluteRefs(schema) as Schema);
    compiled.set(key, known);
    return known;
  };
  return (operation, { status, headers, json, call }) => {
    const { row } = rows.find((candidate) => candidate.row.operationId === operation) ?? {};
    if (!row) return [`the OpenAPI document has no operation ${operation}`];
    const documented = row.responses[status] ?? row.responses[`${String(status)[0]}XX`];
    if (!documented) return [`status ${status} is not documented`];
    const response: Loose = resolve(documented);
    const missing = Object.entries<Loose>(response.headers ?? {})
      .filter(([name, header]) => resolve(header).required === true && headers.get(name) === null)
      .map(([name]) => `header ${name} is missing`);
    const schema = jsonSchema(response);
    if (!schema || call.method === 'HEAD') return missing;
    if (!(headers.get('content-type') ?? '').startsWith('application/json')) missing.push('the answer is not JSON');
    const validate = validator(schema);
    if (!validate(json)) missing.push(`the answer is not valid: ${ajv.errorsText(validate.errors)}`);
    return missing;
  };
}

/** A part of the OpenAPI document with absolute `$ref`s, so that Ajv can compile it alone. */
const withAbsoluteRefs = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withAbsoluteRefs);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? `openapi${value}` : withAbsoluteRefs(value),
    ]),
  );
};
