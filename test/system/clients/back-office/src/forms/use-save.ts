// A form's write: its key, its error, and whether it is in progress.
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type Failure, type FieldError, failureOf } from '../api/failure.ts';

interface Payload {
  readonly success: boolean;
  readonly errors: readonly FieldError[];
}

export interface Saving {
  readonly isSaving: boolean;
  readonly failure: Failure | undefined;
}

/** The key stays until the write is known to be done, so that saving again after a lost response saves once. */
export function useSave<Data, Variables extends OperationVariables, Result extends Payload>(
  mutation: TypedDocumentNode<Data, Variables>,
  payloadOf: (data: Data) => Result | null | undefined,
) {
  const [mutate, { loading: isSaving }] = useMutation(mutation, { errorPolicy: 'all' });
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<Failure>();

  async function save(variables: Variables): Promise<{ saved?: Result; failure?: Failure }> {
    const { data, error } = await mutate({ variables, context: { idempotencyKey } });
    const payload = data && payloadOf(data);
    const failed: Failure = payload
      ? { kind: 'fields', errors: payload.errors }
      : failureOf(error);
    const isDone = payload?.success === true;
    if (isDone || failed.kind === 'keyReused') setIdempotencyKey(crypto.randomUUID());
    setFailure(isDone ? undefined : failed);
    return isDone ? { saved: payload } : { failure: failed };
  }
  return { save, dismiss: () => setFailure(undefined), isSaving, failure };
}
