// villus: each request has the token, each mutation a key, and nothing is cached.
import { type Client, type ClientPlugin, createClient, dedup, fetch } from 'villus';
import { fetchWithRetries } from './fetch-with-retries.ts';

const headers =
  (token: () => string): ClientPlugin =>
  ({ operation, opContext }) => {
    opContext.headers.Authorization = `Bearer ${token()}`;
    if (operation.type === 'mutation') opContext.headers['Idempotency-Key'] ??= crypto.randomUUID();
  };

export const createOwnerClient = (url: string, token: () => string): Client =>
  createClient({
    url,
    use: [
      headers(token),
      dedup(),
      fetch({ fetch: (input, init) => fetchWithRetries(input, init, [502, 503, 504]) }),
    ],
  });
