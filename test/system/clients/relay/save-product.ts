// A write with its key, and what is read again after a CONFLICT: by the operations that relay-compiler makes of `product.ts`.
import { commitMutation, type Environment, fetchQuery } from 'relay-runtime';
import Refetch, { type productRefetchQuery } from './generated/productRefetchQuery.graphql.ts';
import Update, { type productUpdateMutation } from './generated/productUpdateMutation.graphql.ts';

/** The key belongs to the form, and stays until the write is known to be done. @throws {ServiceError} with its code. */
export const updateProduct = (
  environment: Environment,
  variables: productUpdateMutation['variables'],
  key: string,
): Promise<productUpdateMutation['response']['updateProduct']> =>
  new Promise((resolve, reject) => {
    commitMutation<productUpdateMutation>(environment, {
      mutation: Update,
      variables,
      cacheConfig: { metadata: { key } },
      onCompleted: ({ updateProduct: payload }) => resolve(payload),
      onError: reject,
    });
  });

/** Whatever shows the product follows the store. */
export const refetchProduct = (environment: Environment, id: string) =>
  fetchQuery<productRefetchQuery>(environment, Refetch, { id }, { fetchPolicy: 'network-only' }).toPromise();
