// Checks requests and responses against the schemas of the OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parsed } from '../calls/client.ts';
import type { Resolve } from './read-shape.ts';
import type { RestContract } from './rest-contract.ts';
import { type Condition, withoutIndexes } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

/** The operations of the OpenAPI document, each with its path and method. */
type Rows = readonly { path: string; method: string; row: Loose }[];

/** Ajv's errors for a JSON body, whose schema is below a place in the OpenAPI document. */
type BodyErrors = (place: string, body: unknown) => string[];

function createBodyErrors(openApi: Loose): BodyErrors {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...openApi });
  return (place, body) => {
    const validate = ajv.getSchema(`openapi${place}/content/application~1json/schema`);
    return validate && !validate(body) ? [ajv.errorsText(validate.errors)] : [];
  };
}

/** Checks requests and responses against the schemas of the OpenAPI document. */
export function createExchangeChecks(
  openApi: Loose,
  rows: Rows,
  resolve: Resolve,
): Pick<RestContract, 'failures' | 'verdictFailures'> {
  const bodyErrors = createBodyErrors(openApi);
  const rowOf = (name: string) => rows.find(({ row }) => row.operationId === name);
  const placeOf = ({ path, method }: Rows[number]) =>
    `#/paths/${path.replaceAll('/', '~1')}/${method}`;
  return {
    failures(operation, { status, headers, json, call }) {
      const found = rowOf(operation);
      if (!found) return [`the OpenAPI document has no operation ${operation}`];
      const { responses } = found.row;
      const key = [status, `${String(status)[0]}XX`].find((name) => responses[name]);
      if (key === undefined) return [`status ${status} is not documented`];
      const response: Loose = resolve(responses[key]);
      const missing = Object.entries<Loose>(response.headers ?? {})
        .filter(
          ([name, header]) => resolve(header).required === true && headers.get(name) === null,
        )
        .map(([name]) => `header ${name} is missing`);
      if (!response.content || call.method === 'HEAD') return missing;
      const isJson = headers.get('content-type')?.startsWith('application/json');
      const place = responses[key].$ref ?? `${placeOf(found)}/responses/${key}`;
      return [
        ...missing,
        ...(isJson ? [] : ['the answer is not JSON']),
        ...bodyErrors(place, json).map((error) => `the answer is not valid: ${error}`),
      ];
    },
    verdictFailures(operation, { status, json, call: { body } }) {
      const found = rowOf(operation);
      // Bytes are encoded, or no text.
      if (!found?.row.requestBody || typeof body !== 'string') return [];
      const { requestBody, parameters, 'x-conditions': conditions = [] } = found.row;
      const errors = bodyErrors(
        requestBody.$ref ?? `${placeOf(found)}/requestBody`,
        parsed(body),
      );
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
