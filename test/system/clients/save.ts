// A form's write: one key until it is known to be done, and the changes of two users in one product.
import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { type Failure, type FieldError, failureOf } from './failure.ts';
import { type EditedProduct, ReadProduct, UpdateProduct } from './operations.ts';

interface Payload {
  readonly success: boolean;
  readonly errors: readonly FieldError[];
}

export type Save = ReturnType<typeof createSave>;

/**
 * Saves what one form has. The key stays until the write is known to be done: saving again after a lost response saves
 * once.
 */
export function createSave(client: ApolloClient) {
  let idempotencyKey = crypto.randomUUID();
  return async <Data, Variables extends OperationVariables, Result extends Payload>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    payloadOf: (data: Data) => Result | null,
  ): Promise<{ saved?: Result; failure?: Failure }> => {
    const { data, error } = await client.mutate<Data, OperationVariables>({
      mutation,
      variables,
      context: { idempotencyKey },
      errorPolicy: 'all',
    });
    const payload = data ? payloadOf(data as Data) : null;
    const failure: Failure = payload
      ? { kind: 'fields', errors: payload.errors }
      : failureOf(error);
    const isDone = payload?.success === true;
    if (isDone || failure.kind === 'keyReused') idempotencyKey = crypto.randomUUID();
    return isDone ? { saved: payload } : { failure };
  };
}

/** The fields that differ: those that aren't sent keep their values. */
const changes = <Fields extends object>(opened: Fields, edited: Fields) =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(opened[name as keyof Fields]),
    ),
  ) as Partial<Fields>;

/** Saves what was changed since the form was opened. After a conflict, `theirs` is the product as it is now. */
export async function saveProduct(
  client: ApolloClient,
  save: Save,
  opened: EditedProduct,
  edited: EditedProduct,
) {
  const { id, revision: ifRevision } = opened;
  const variables = { id, ifRevision, input: changes(opened, edited) };
  const result = await save(UpdateProduct, variables, (data) => data.updateProduct);
  const isConflict = result.failure?.kind === 'conflict';
  return { ...result, theirs: isConflict ? await readAgain(client, id) : undefined };
}

async function readAgain(client: ApolloClient, id: string) {
  const { data } = await client.query({
    query: ReadProduct,
    variables: { id },
    fetchPolicy: 'network-only',
    errorPolicy: 'all',
  });
  return data?.product;
}

/** The product as the other user left it, with what was changed here. */
export const onTopOf = (
  theirs: EditedProduct,
  opened: EditedProduct,
  edited: EditedProduct,
): EditedProduct => ({ ...theirs, ...changes(opened, edited) });
