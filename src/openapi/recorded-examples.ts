// The examples of each version: requests and responses over both APIs on new demo data, recorded by `npm run record`.
import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../http/json-body.ts';
import type { VersionName } from '../operation/versions.ts';

export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Headers other than the token and the content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A multi-line GraphQL document, the `query` of the body. */
  readonly query?: string;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
}

export interface RecordedExchange {
  readonly request: ExampleRequest;
  /** Without a body for 304. */
  readonly response: { readonly status: number; readonly body?: JsonObject };
}

/** An example over each API that has its operation. */
export type RecordedExample = Readonly<Partial<Record<'rest' | 'graphql', RecordedExchange>>>;

const RECORDED = new URL('./recorded/', import.meta.url);

/** By file name; a version is parsed when one of its pages is built. */
const recorded = new Map(
  readdirSync(RECORDED).map((name) => [name, readFileSync(new URL(name, RECORDED), 'utf8')]),
);

/** A version's examples by ID; none before they are recorded. */
export function recordedExamples(
  version: VersionName,
): Readonly<Record<string, RecordedExample | undefined>> {
  const text = recorded.get(`${version}.json`) ?? '{}';
  return JSON.parse(text);
}
