// urql: each request has the token, each mutation a key, and requests without a response are repeated.
import { Client, fetchExchange, type OperationContext } from '@urql/core';
import { fetchWithRetries } from './fetch-with-retries.ts';

export const createUrqlClient = (url: string, token: () => string): Client =>
  new Client({
    url,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetch: (input, init) => fetchWithRetries(input, init, [502, 503, 504]),
    fetchOptions: () => ({ headers: { Authorization: `Bearer ${token()}` } }),
  });

/** The context of one mutation; its headers replace those of the client. */
export const withKey = (key: string, token: () => string): Partial<OperationContext> => ({
  fetchOptions: { headers: { Authorization: `Bearer ${token()}`, 'Idempotency-Key': key } },
});
