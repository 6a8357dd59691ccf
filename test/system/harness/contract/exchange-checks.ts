// Checks requests and responses against the schemas of the OpenAPI document.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parsed } from '../calls/client.ts';
import { jsonSchema, type Resolve } from './read-shape.ts';
import type { RestContract } from './rest-contract.ts';
import { type Condition, type Schema, withoutIndexes } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

/** The operations of the OpenAPI document, each with its path and method. */
type Rows = readonly { path: string; method: string; row: Loose }[];

/** Ajv's errors for a value by a schema of the document. */
export type SchemaErrors = (schema: Schema, value: unknown) => readonly ErrorObject[];

/** The document's references begin with its name, so that a schema anywhere in it can be compiled alone. */
export function createSchemaErrors(openApi: Loose): SchemaErrors {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    validateSchema: false,
    allErrors: true,
    verbose: true,
  });
  formats.default(ajv);
  ajv.addSchema(openApi, DOCUMENT);
  return (schema, value) => (ajv.validate(schema, value) ? [] : (ajv.errors ?? []));
}

/** What precedes a reference within the document. */
export const DOCUMENT = 'openapi';

/** Errors in words, none without a schema. */
function inWords(
  errorsOf: SchemaErrors,
  schema: Schema | undefined,
  value: unknown,
): string[] {
  const errors = schema ? errorsOf(schema, value) : [];
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Checks requests and responses against the schemas of the OpenAPI document. */
export function createExchangeChecks(
  rows: Rows,
  resolve: Resolve,
  errorsOf: SchemaErrors,
): Pick<RestContract, 'failures' | 'verdictFailures'> {
  function headerFailures(name: string, { required, schema }: Loose, value: string | null) {
    if (value === null) return required === true ? [`header ${name} is missing`] : [];
    const typed = schema?.type === 'integer' ? Number(value) : value;
    return inWords(errorsOf, schema, typed).map(
      (error) => `header ${name} is not valid:${error}`,
    );
  }
  const rowOf = (name: string) => rows.find(({ row }) => row.operationId === name);
  return {
    failures(operation, { status, headers, json, call }) {
      const found = rowOf(operation);
      if (!found) return [`the OpenAPI document has no operation ${operation}`];
      const { responses } = found.row;
      const key = [status, `${String(status)[0]}XX`].find((name) => responses[name]);
      if (key === undefined) return [`status ${status} is not documented`];
      const response: Loose = resolve(responses[key]);
      const wrong = Object.entries<Loose>(response.headers ?? {}).flatMap(([name, header]) =>
        headerFailures(name, resolve(header), headers.get(name)),
      );
      if (!response.content || call.method === 'HEAD') return wrong;
      const isJson = headers.get('content-type')?.startsWith('application/json');
      return [
        ...wrong,
        ...(isJson ? [] : ['the answer is not JSON']),
        ...inWords(errorsOf, jsonSchema(response), json).map(
          (error) => `the answer is not valid: ${error}`,
        ),
      ];
    },
    verdictFailures(operation, { status, json, call: { body } }) {
      const found = rowOf(operation);
      // Bytes are encoded, or no text.
      if (!found?.row.requestBody || typeof body !== 'string') return [];
      const { requestBody, parameters, 'x-conditions': conditions = [] } = found.row;
      const errors = inWords(errorsOf, jsonSchema(resolve(requestBody)), parsed(body));
      if (status < 300) return errors.map((error) => `an invalid body is accepted: ${error}`);
      if (status !== 400 || errors.length > 0) return [];
      const elsewhere = ['body', ...parameters.map((one: Loose) => resolve(one).name)];
      const isExplained = ({ field, code }: Condition) =>
        elsewhere.includes(field) ||
        conditions.some(
          (condition: Condition) =>
            condition.code === code && ['*', withoutIndexes(field)].includes(condition.field),
        );
      const unexplained = ((json as Loose).errors ?? []).filter(
        (one: Loose) => !isExplained(one),
      );
      return unexplained.map(
        (one: Loose) => `a valid body is rejected: ${JSON.stringify(one)}`,
      );
    },
  };
}
