// GraphQL over `fetch`: each request has the token, a mutation has a key, and errors are thrown with their codes.
import { fetchWithRetries } from './fetch-with-retries.ts';

/** What the service says about an error. */
interface Extensions {
  readonly code: string;
  /** Whole seconds, with RATE_LIMITED. */
  readonly retryAfter?: number;
  /** The stored revision, with CONFLICT. */
  readonly revision?: number;
  /** With VALIDATION_FAILED. */
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

export class ServiceError extends Error {
  readonly extensions: Extensions;

  constructor(message: string, extensions: Extensions) {
    super(message);
    this.extensions = extensions;
  }
}

export interface Answer<Data> {
  readonly data: Data;
  /** Present if only some fields of the operation failed. */
  readonly errors?: { readonly message: string; readonly extensions: Extensions }[];
}

/** A response that isn't GraphQL comes from a proxy. */
function belowGraphQL({ status, headers }: Response): ServiceError {
  const retryAfter = Number(headers.get('Retry-After')) || 1;
  if (status === 429)
    return new ServiceError('Too many requests', { code: 'RATE_LIMITED', retryAfter });
  return new ServiceError(`Status ${status}`, { code: status >= 502 ? 'UNAVAILABLE' : 'INTERNAL' });
}

/** `key` is the Idempotency-Key of a mutation. @throws {ServiceError} if nothing was done, {TypeError} without a response. */
export const createSend =
  (url: string, token: () => string) =>
  async <Data>(query: string, variables: object, key?: string): Promise<Answer<Data>> => {
    const headers = new Headers({
      Authorization: `Bearer ${token()}`,
      'Content-Type': 'application/json',
    });
    if (key) headers.set('Idempotency-Key', key);
    const body = JSON.stringify({ query, variables });
    const response = await fetchWithRetries(
      url,
      { method: 'POST', headers, body },
      [502, 503, 504],
    );
    const answer = await response.json().catch(() => undefined);
    if (!answer?.data && !answer?.errors) throw belowGraphQL(response);
    const [error] = answer.errors ?? [];
    const isAnyDone = Object.values(answer.data ?? {}).some((value) => value !== null);
    if (error && !isAnyDone) throw new ServiceError(error.message, error.extensions);
    return answer;
  };
