// The Apollo Client: each request has the token, each write a key, and requests without a response are repeated.
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { RemoveTypenameFromVariablesLink } from '@apollo/client/link/remove-typename';
import { codeOf } from './failure.ts';
import { fetchWithRetries } from './fetch-with-retries.ts';

interface Session {
  token(): string;
  /** The service no longer accepts the token. */
  onTokenRefused(): void;
}

const authorization = ({ token }: Session) =>
  new SetContextLink(({ headers }) => ({
    headers: { ...headers, Authorization: `Bearer ${token()}` },
  }));

const refusals = ({ onTokenRefused }: Session) =>
  new ErrorLink(({ error }) => {
    if (codeOf(error) === 'AUTH_INVALID_TOKEN') onTokenRefused();
  });

declare module '@apollo/client' {
  interface DefaultContext {
    /** A write's key, which the form sets so that a second click repeats the first one. */
    idempotencyKey?: string;
  }
}

const idempotencyKeys = new SetContextLink(
  ({ headers, idempotencyKey = crypto.randomUUID() }, { operationType }) =>
    operationType === 'mutation'
      ? { headers: { ...headers, 'Idempotency-Key': idempotencyKey } }
      : {},
);

/** All attempts have the same key. The form handles 429 and counts down the seconds. */
const requests = (uri: string) =>
  new HttpLink({
    uri,
    fetch: (input, init) => fetchWithRetries(input, init, [502, 503, 504]),
  });

export const createClient = (uri: string, session: Session): ApolloClient =>
  new ApolloClient({
    link: ApolloLink.from([
      refusals(session),
      authorization(session),
      idempotencyKeys,
      // What a read returned can be sent back.
      new RemoveTypenameFromVariablesLink(),
      requests(uri),
    ]),
    cache: new InMemoryCache(),
  });
