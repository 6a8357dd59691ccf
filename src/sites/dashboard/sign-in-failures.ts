// How often the sign-ins of a network may fail.
import { networksOf } from '../../fairness/networks.ts';
import { OperationFailure } from '../../operation/operation-failure.ts';
import type { PageContext } from './context.ts';
import { plural } from './formats.ts';

/** Per network, where many users may sign in. */
export const SIGN_IN_FAILURES = { name: 'sign-in-failures', points: 50, windowSeconds: 900 };

/**
 * A failure for which `counts` is true costs a point, which is taken first, so that a client without points does no
 * work. Nothing else costs points, or another user of the network could use them up with canceled sign-ins.
 * @throws {OperationFailure} throttled
 */
export async function limitFailures<Result>(
  c: PageContext,
  counts: (error: unknown) => boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { failures, exchange } = c.env;
  const { network } = networksOf(exchange.address);
  const taken = await failures.consume(network);
  let isCounted = false;
  try {
    return await attempt();
  } catch (error) {
    isCounted = counts(error);
    throw error;
  } finally {
    if (!isCounted) await failures.giveBack(network, taken);
  }
}

/** The message after too many failures, and its header; undefined for any other error. */
export function throttledFor(c: PageContext, error: unknown): string | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') return undefined;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  return `Too many failed attempts. Try again in ${plural(Math.ceil(seconds / 60), 'minute')}.`;
}
