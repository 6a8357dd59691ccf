// A request of an example on one surface, for all languages, with its answer.
import type { JsonObject } from '../../../http/json-body.ts';

export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The headers beside the token and the type of the body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
  /** A GraphQL document of several lines, the `query` of the body. */
  readonly query?: string | undefined;
  /** Whether the token is in the query parameter `token` instead of the header. */
  readonly tokenInUrl?: true | undefined;
  /** The status of the answer on a new deployment with demo data. */
  readonly status: number;
  /** The body of that answer; absent where it has none, as for 304. */
  readonly answer?: object | undefined;
}
