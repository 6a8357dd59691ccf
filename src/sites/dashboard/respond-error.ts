// The page of a request that failed.
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { FAILURES } from '../../operation/failures.ts';
import { failureOf, headersOfFailure } from '../../operation/operation-failure.ts';
import type { PageContext } from './context.ts';
import { respondErrorPage } from './layout.ts';

const PROBLEMS: Partial<Record<number, string>> = {
  400: 'The form was incomplete. Submit it again.',
  403: 'This form belongs to another session. Go back, reload the page and submit it again.',
  408: 'The form took too long to arrive. Submit it again.',
  413: 'The form was too large.',
  415: 'The request isn’t a form submission.',
  429: 'You’ve changed your tokens too often. Try again in an hour; you can still revoke them.',
  503: 'The service is busy or can’t reach its database. Try again in a moment.',
};

export function respondError(error: Error, c: PageContext) {
  const { exchange } = c.env;
  const failure = failureOf(error);
  const otherwise = error instanceof HTTPException ? error.status : 500;
  const status = failure ? FAILURES[failure.kind].status : otherwise;
  if (failure) exchange.failures.push(failure);
  if (status === 500) c.env.onUnexpectedError(exchange, error);
  for (const [name, value] of Object.entries(failure ? headersOfFailure(failure) : {}))
    c.header(name, value);
  const text = PROBLEMS[status] ?? 'Something went wrong.';
  const reference = status >= 500 ? ` Request ID: ${exchange.requestId}.` : '';
  return respondErrorPage(
    c,
    status as ContentfulStatusCode,
    'Something went wrong',
    text + reference,
  );
}
