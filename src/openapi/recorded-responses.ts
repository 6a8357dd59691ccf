// The responses of the service to the examples, on new demo data: `npm run record` writes them, for each version in a file.
import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../http/json-body.ts';
import type { VersionName } from '../operation/versions.ts';

export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The headers beside the token and the type of the body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
  /** A GraphQL document of several lines, the `query` of the body. */
  readonly query?: string | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  /** Absent for a response without a body, as for 304. */
  readonly body?: JsonObject;
}

export interface RecordedExchange {
  readonly request: ExampleRequest;
  readonly response: RecordedResponse;
}

/** The same for a request that names its version, which is that of the file. */
export const keyOf = ({ method, path, headers = {}, query, body }: ExampleRequest): string => {
  const others = Object.entries(headers).filter(([name]) => name !== 'service-version');
  return JSON.stringify([method, path, Object.fromEntries(others), query, body]);
};

/** The responses of a version by their requests; undefined for a request that was not recorded. */
export function recordedResponses(version: VersionName): (request: ExampleRequest) => RecordedResponse | undefined {
  const file = new URL(`./recorded/${version}.json`, import.meta.url);
  const exchanges: RecordedExchange[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const known = new Map(exchanges.map(({ request, response }) => [keyOf(request), response]));
  return (request) => known.get(keyOf(request));
}
