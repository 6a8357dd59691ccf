// The Apollo Client: each request has the token, each write a key, and a request without an answer is sent again.
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import { map } from 'rxjs';
import { codeOf } from './failure.ts';

interface Session {
  token(): string;
  /** The service no longer takes the token. */
  onTokenRefused(): void;
}

// #region the token
const authorization = ({ token }: Session) =>
  new SetContextLink(({ headers }) => ({ headers: { ...headers, Authorization: `Bearer ${token()}` } }));

const refusals = ({ onTokenRefused }: Session) =>
  new ErrorLink(({ error }) => {
    if (codeOf(error) === 'AUTH_INVALID_TOKEN') onTokenRefused();
  });
// #endregion

// #region keys and retries
declare module '@apollo/client' {
  interface DefaultContext {
    /** The key of a write, from its form, so that a second click repeats the first one. */
    idempotencyKey?: string;
  }
}

/** Before the RetryLink, so that all attempts have the same key. */
const idempotencyKeys = new SetContextLink(({ headers, idempotencyKey = crypto.randomUUID() }, { operationType }) =>
  operationType === 'mutation' ? { headers: { ...headers, 'Idempotency-Key': idempotencyKey } } : {},
);

const retries = new RetryLink({
  delay: { initial: 300, max: 5000 },
  attempts: { max: 4, retryIf: (error) => !ServerError.is(error) || error.statusCode >= 502 },
});

/** The RetryLink sees only what fails below GraphQL. */
const unavailable = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    map((result) => {
      if (result.errors?.[0]?.extensions?.code === 'UNAVAILABLE') throw new CombinedGraphQLErrors(result);
      return result;
    }),
  ),
);
// #endregion

export function createClient(uri: string, session: Session): ApolloClient {
  const links = [refusals(session), authorization(session), idempotencyKeys, retries, unavailable];
  return new ApolloClient({
    link: ApolloLink.from([...links, new HttpLink({ uri })]),
    cache: new InMemoryCache(),
  });
}
