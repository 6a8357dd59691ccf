// Why a request failed, from the table of failures, and the guide about it.
import { FAILURES, type Guide } from '../../operation/failures.ts';
import { codeOfStatus } from '../../operation/operation-failure.ts';
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
  const ofCode = first?.field === undefined ? failureWith(first?.code) : FAILURES.invalid;
  const failure = ofCode ?? failureWith(codeOfStatus(status)) ?? FAILURES.internal;
  const { message, meaning, code, guide = ['errors', code] as const } = failure;
  return {
    message,
    meaning,
    ...ofRequest(failure, operation, first),
    code,
    guide: GUIDES.get(first?.field ?? '') ?? guide,
  };
}

const failureWith = (wanted: string | undefined) =>
  Object.values(FAILURES).find(({ code }) => code === wanted);

/** What is known of this request and not in the table, which has one sentence for several cases. */
function ofRequest(failure: object, operation: string, error: EntryError | undefined) {
  switch (failure) {
    // An unknown path reaches no operation.
    case FAILURES.notFound:
      return operation
        ? { meaning: 'Nothing has this ID.' }
        : { message: 'Unknown path', meaning: 'The API has no such path in this version.' };
    case FAILURES.unsupportedMediaType:
      return { message: 'Unsupported Content-Type or Content-Encoding' };
    case FAILURES.forbidden:
      return error?.message && { message: error.message, meaning: `${error.message}.` };
    default:
      return {};
  }
}
