// Checks requests and responses against the schemas of the OpenAPI document.
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parsed } from '../calls/client.ts';
import { jsonSchema, type Resolve } from './read-shape.ts';
import type { RestContract } from './rest-contract.ts';
import { type Condition, type Schema, withoutIndexes } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

/** Reads the schemas of the document. */
export interface Reader {
  readonly resolve: Resolve;
  /** Ajv's errors for a value by a schema of the document. */
  readonly errorsOf: (schema: Schema, value: unknown) => readonly ErrorObject[];
}

/** The document's references begin with its name, so that a schema anywhere in it can be compiled alone. */
export function createSchemaErrors(openApi: Loose): Reader['errorsOf'] {
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

/** Checks requests and responses against the schemas of the OpenAPI document; `rows` are its operations. */
export function createExchangeChecks(
  rows: readonly Loose[],
  { resolve, errorsOf }: Reader,
): Pick<RestContract, 'failures' | 'verdictFailures'> {
  /** Errors in words, none without a schema. */
  function inWords(schema: Schema | undefined, value: unknown): string[] {
    const errors = schema ? errorsOf(schema, value) : [];
    return errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
  function headerFailures(name: string, { required, schema }: Loose, value: string | null) {
    if (value === null) return required === true ? [`header ${name} is missing`] : [];
    const typed = schema?.type === 'integer' ? Number(value) : value;
    return inWords(schema, typed).map((error) => `header ${name} is not valid:${error}`);
  }
  const rowOf = (name: string) => rows.find(({ operationId }) => operationId === name);
  return {
    failures(operation, { status, headers, json, call }) {
      const row = rowOf(operation);
      if (!row) return [`the OpenAPI document has no operation ${operation}`];
      const described = row.responses[status] ?? row.responses[`${String(status)[0]}XX`];
      if (!described) return [`status ${status} is not documented`];
      const response: Loose = resolve(described);
      const wrong = Object.entries<Loose>(response.headers ?? {}).flatMap(([name, header]) =>
        headerFailures(name, resolve(header), headers.get(name)),
      );
      if (!response.content || call.method === 'HEAD') return wrong;
      const isJson = headers.get('content-type')?.startsWith('application/json');
      const schema = jsonSchema(response, resolve);
      return [
        ...wrong,
        ...(isJson ? [] : ['the answer is not JSON']),
        ...inWords(schema, json).map((error) => `the answer is not valid: ${error}`),
      ];
    },
    verdictFailures(operation, { status, json, call: { body } }) {
      const row = rowOf(operation);
      // Bytes are encoded, or no text.
      if (!row?.requestBody || typeof body !== 'string') return [];
      const errors = inWords(jsonSchema(row.requestBody, resolve), parsed(body));
      if (status < 300) return errors.map((error) => `an invalid body is accepted: ${error}`);
      if (status !== 400 || errors.length > 0) return [];
      const conditions: readonly Condition[] = row['x-conditions'] ?? [];
      const elsewhere = ['body', ...row.parameters.map((one: Loose) => resolve(one).name)];
      const isExplained = ({ field, code }: Condition) =>
        elsewhere.includes(field) ||
        conditions.some(
          (condition) =>
            condition.code === code && ['*', withoutIndexes(field)].includes(condition.field),
        );
      const given: readonly Condition[] = (json as Loose).errors ?? [];
      return given
        .filter((error) => !isExplained(error))
        .map((error) => `a valid body is rejected: ${JSON.stringify(error)}`);
    },
  };
}
