// An error message that says what to do.
import type { ErrorLike } from '@apollo/client';
import type { ReactNode } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';

const WORDS = {
  conflict: 'Somebody else has changed this product.',
  keyReused: 'What you sent before was saved after all. Save again to save this as well.',
  noAnswer: 'No answer came. Save again: nothing is saved twice.',
  notFound: 'There is nothing with this number.',
  notYours: 'This belongs to somebody else.',
  token: 'Your token is no longer valid.',
} satisfies Partial<Record<Failure['kind'], string>>;

export function FailureMessage({
  failure,
  isOver = false,
}: {
  failure: Failure;
  isOver?: boolean;
}) {
  switch (failure.kind) {
    case 'fields':
      return (
        <>
          <p>Nothing is saved yet. Please correct:</p>
          <ul>
            {failure.errors.map(({ field, message }) => (
              <li key={field}>
                {field}: {message}
              </li>
            ))}
          </ul>
        </>
      );
    case 'forbidden':
      return (
        <p>
          Your permissions do not allow this
          {failure.permission && `: it needs “${failure.permission}”`}.
        </p>
      );
    case 'throttled':
      return (
        <p>
          {isOver
            ? 'You can save now.'
            : 'Too much at once. Nothing is lost: you can save in a moment.'}
        </p>
      );
    case 'fault':
      return <p>The service has a problem: {failure.message}</p>;
    default:
      return <p>{WORDS[failure.kind]}</p>;
  }
}

type Read = {
  readonly loading: boolean;
  readonly error?: ErrorLike | undefined;
  readonly children: ReactNode;
};

/** What a screen shows until its data arrives, or if it fails. */
export function Loaded({ loading, error, children }: Read) {
  if (loading) return <p role="status">Loading…</p>;
  if (!error) return children;
  return (
    <div role="alert">
      <FailureMessage failure={failureOf(error)} />
    </div>
  );
}
