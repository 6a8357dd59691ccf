// What a failed request means for the person at the screen.
import type { CombinedError } from 'villus';
import type { FieldError } from '../product.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** By the names that the inputs have. */
  readonly errors?: readonly FieldError[];
  /** Whole seconds, with RATE_LIMITED. */
  readonly retryAfter?: number;
}

/** Without GraphQL a proxy in between has answered; without a response nobody has. */
export function failureOf({ graphqlErrors, response, message }: CombinedError): Failure {
  const [error] = graphqlErrors ?? [];
  if (error) return { message: error.message, ...(error.extensions as { code: string }) };
  if (response?.status === 429)
    return {
      code: 'RATE_LIMITED',
      message: 'Too much at once',
      retryAfter: Number(response.headers.get('Retry-After')) || 1,
    };
  if (response && response.status < 502) return { code: 'INTERNAL', message };
  return { code: 'UNAVAILABLE', message: 'No answer came. Save again: it is saved once.' };
}
