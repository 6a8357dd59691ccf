// Why a request was refused, by its status and its errors: the row of the table of failures, and the section of the guides.
import { FAILURES, type Guide } from '../../operation/failure.ts';
import type { EntryError } from '../../usage/refusal.ts';

/** The guides on what does not stand in the fields of an input. */
const GUIDES: Readonly<Record<string, Guide>> = {
  body: ['typical-mistakes', 'mistakes-body'],
  'service-version': ['versions'],
  'If-Match': ['caching', 'if-match'],
  'Idempotency-Key': ['retries'],
};

const failures = Object.values(FAILURES);

/** The meaning is Markdown whose only markup is code. */
export function explain(status: number, [first]: readonly EntryError[]) {
  const byStatus = failures.find((failure) => failure.status === status) ?? FAILURES.internal;
  const isField = first?.field !== undefined;
  const failure = isField ? FAILURES.invalid : (failures.find(({ code }) => code === first?.code) ?? byStatus);
  const { message, code, guide = ['errors'] } = failure;
  // The meaning of 403 names both of its reasons; the error has the one of this request.
  const meaning = failure === FAILURES.forbidden && first?.message ? `${first.message}.` : failure.meaning;
  return { message, meaning, code, guide: (isField && GUIDES[first.field]) || guide };
}
