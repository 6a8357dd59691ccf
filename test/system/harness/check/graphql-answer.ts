// Checks an answer of GraphQL against GraphQL over HTTP and the schema: status, media type, members, types.
import type { AnsweredCall } from '../calls/call.ts';
import type { RootField } from '../contract/graphql-contract.ts';

export const RESPONSE_TYPE = 'application/graphql-response+json';

const MEMBERS = ['data', 'errors', 'extensions'];
const ERROR_MEMBERS = ['message', 'locations', 'path', 'extensions'];

/** The faults of the answer to a well-formed request for one root field. */
export function graphqlFaults(answered: AnsweredCall, field: RootField | undefined): string[] {
  const { json, headers } = answered;
  const accepted = answered.call.headers?.Accept ?? '';
  const type = (headers.get('content-type') ?? '').split(';')[0];
  const wanted = accepted.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
  const faults = type === wanted ? [] : [`the content type is ${type}, not ${wanted}`];
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return [...faults, 'the answer is no JSON object'];
  return [...faults, ...bodyFaults(json as Record<string, unknown>, field), ...statusFaults(answered, type)];
}

function bodyFaults(body: Record<string, unknown>, field: RootField | undefined): string[] {
  const unknown = Object.keys(body).filter((name) => !MEMBERS.includes(name));
  const faults = unknown.map((name) => `the answer has a member ${name}`);
  const { data, errors } = body;
  if (data === undefined && errors === undefined) faults.push('the answer has neither data nor errors');
  if (errors !== undefined) faults.push(...errorFaults(errors));
  const value = (data as Record<string, unknown> | null | undefined)?.[field?.name ?? ''];
  if (field && data && !(value === null && errors)) faults.push(...field.faults(value));
  if (field && value === null && !errors) faults.push('the field is null without an error');
  return faults;
}

function errorFaults(errors: unknown): string[] {
  if (!Array.isArray(errors) || errors.length === 0) return ['errors is no list of errors'];
  return errors.flatMap((error: Record<string, unknown>) => [
    ...(typeof error.message === 'string' ? [] : ['an error has no message']),
    ...(typeof (error.extensions as { code?: unknown } | undefined)?.code === 'string' ? [] : ['an error has no code']),
    ...Object.keys(error)
      .filter((name) => !ERROR_MEMBERS.includes(name))
      .map((name) => `an error has a member ${name}`),
  ]);
}

/** 200 for an answer with data; 4xx for a request that was not executed; 429 if every field was throttled (D37). */
function statusFaults({ status, json }: AnsweredCall, type: string | undefined): string[] {
  const { data, errors } = json as { data?: unknown; errors?: { extensions?: { code?: unknown } }[] };
  if (status >= 500) return [`the status is ${status}`];
  if (errors?.every(({ extensions }) => extensions?.code === 'RATE_LIMITED')) {
    return status === 429 ? [] : [`the status of a throttled request is ${status}`];
  }
  if (data !== undefined) return status === 200 ? [] : [`the status is ${status} although there is data`];
  return type === RESPONSE_TYPE && status < 400 ? [`the status is ${status} although there is no data`] : [];
}
