// A request of the guides for all languages, with its answer.
import type { JsonObject } from '../../../http/json-body.ts';

export interface ExampleRequest {
  /** The id on its page: letters, digits and hyphens. */
  readonly id: string;
  readonly label: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The headers beside the token and the type of the body. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
  /** Whether the token is in the query parameter `token` instead of the header. */
  readonly tokenInUrl?: true | undefined;
  /** The status of the answer on a new deployment with demo data. */
  readonly status: number;
  /** The body of that answer, if the page shows it. */
  readonly answer?: JsonObject | undefined;
}

/** Whether the answer has a body: 304 has none. */
export const hasAnswerBody = ({ status }: ExampleRequest): boolean => status !== 304;
