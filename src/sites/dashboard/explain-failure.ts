// Why a request failed, from the table of failures, and the guide about it.
import { FAILURES, type Guide } from '../../operation/failures.ts';
import type { EntryError } from '../../usage/failure-entry.ts';

/** The guides on errors outside an input's fields. Clients can choose any field name, such as `toString`. */
const GUIDES: ReadonlyMap<string, Guide> = new Map([
  ['body', ['errors', 'mistakes-body']],
  ['service-version', ['versions']],
  ['If-Match', ['retries', 'if-match']],
  ['Idempotency-Key', ['retries']],
]);

/** The meaning has no markup but code. */
export function explain(status: number, [first]: readonly EntryError[], operation: string) {
  const failures = Object.values(FAILURES);
  const byStatus = failures.find((failure) => failure.status === status) ?? FAILURES.internal;
  const isField = first?.field !== undefined;
  const failure = isField
    ? FAILURES.invalid
    : (failures.find(({ code }) => code === first?.code) ?? byStatus);
  const { message, meaning, code, guide = ['errors', failure.code] as const } = failure;
  const why = { message, meaning, code, guide };
  // The API has one message for both; an unknown path reaches no operation.
  if (failure === FAILURES.notFound && operation)
    return { ...why, meaning: 'Nothing has this ID.' };
  if (failure === FAILURES.notFound) {
    const unknown = 'The API has no such path in this version.';
    return { ...why, message: 'Unknown path', meaning: unknown };
  }
  // The message in the table has an example's value.
  if (failure === FAILURES.unsupportedMediaType)
    return { ...why, message: 'Unsupported Content-Type or Content-Encoding' };
  // The meaning of 403 gives both of its reasons; the error has this request's.
  if (failure === FAILURES.forbidden && first?.message)
    return { ...why, message: first.message, meaning: `${first.message}.` };
  return { ...why, guide: GUIDES.get(first?.field ?? '') ?? guide };
}
