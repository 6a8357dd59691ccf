// A mistake of a client: the request, the language or tool that it is typical of, and the answer.
import { BASE, type TestApp } from '../../support/app.ts';

/** A request over REST: POST /product unless it says otherwise. Each error is `field CODE: message`. */
export type RestMistake = readonly [
  by: string,
  send: unknown,
  answer: readonly string[],
  more?: {
    readonly to?: 'POST /bundle';
    readonly headers?: Readonly<Record<string, string>>;
  },
];

/** A document with variables, a whole body, or a query string. */
interface GraphQLRequest {
  readonly query?: string;
  readonly variables?: object;
  readonly body?: unknown;
  readonly search?: Readonly<Record<string, string>>;
}

/** A request to GraphQL. Each error is `CODE: message`, each fault of a variable `$variable.field CODE: message`; the status is 200 or given. */
export type GraphQLMistake = readonly [by: string, request: GraphQLRequest, answer: readonly string[], status?: number];

interface FieldFault {
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const line = ({ variable, field, code, message }: FieldFault): string => {
  const place = [...(variable === undefined ? [] : [`$${variable}`]), field].filter(Boolean).join('.');
  return `${place} ${code}: ${message}`;
};

const bytesOf = (sent: unknown): BodyInit =>
  typeof sent === 'string' || sent instanceof Uint8Array ? (sent as BodyInit) : JSON.stringify(sent);

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends a request over REST; the errors of its response. */
export async function sendRest(app: TestApp, [, send, , more = {}]: RestMistake) {
  const { to = 'POST /product', headers } = more;
  const [method = '', path = ''] = to.split(' ');
  const options = { headers: { ...JSON_TYPE, ...headers } };
  const { status, body } = await app.call(`${BASE}${path}`, { method, body: bytesOf(send) }, options);
  return { status, answer: (body.errors as FieldFault[]).map(line) };
}

interface RequestError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly errors?: readonly FieldFault[] };
}

/** Sends a request to GraphQL; the errors of its answer. */
export async function sendGraphQL(app: TestApp, { query, variables, body, search }: GraphQLRequest) {
  const sent = body ?? { query, ...(variables && { variables }) };
  const answer = search
    ? await app.call(`/graphql?${new URLSearchParams(search)}`, { method: 'GET' })
    : await app.call('/graphql', { method: 'POST', body: bytesOf(sent) }, { headers: JSON_TYPE });
  const errors = answer.body.errors as readonly RequestError[];
  const lines = errors.flatMap(({ message, extensions: { code, errors: faults } }) =>
    faults ? faults.map(line) : [`${code}: ${message}`],
  );
  return { status: answer.status, answer: lines };
}
