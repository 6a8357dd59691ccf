// What a screen shows until its data is there, and where it fails.
import type { ErrorLike } from '@apollo/client';
import type { ReactNode } from 'react';
import { failureOf } from '../api/failure.ts';
import { FailureMessage } from './failure-message.tsx';

interface Props {
  readonly loading: boolean;
  readonly error?: ErrorLike | undefined;
  readonly children: ReactNode;
}

export function Loaded({ loading, error, children }: Props) {
  if (loading) return <p role="status">Loading…</p>;
  if (!error) return children;
  return (
    <div role="alert">
      <FailureMessage failure={failureOf(error)} />
    </div>
  );
}
