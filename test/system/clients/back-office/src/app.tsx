// The back office: a token first, then the screen in the address.
import { ApolloProvider } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { createClient } from './api/create-client.ts';
import { type Failure, failureOf } from './api/failure.ts';
import { ReadViewer } from './api/operations.ts';
import type { ReadViewerQuery } from './generated/graphql.ts';
import { Navigation } from './session/navigation.tsx';
import { Announcements } from './session/screen.tsx';
import { Screens } from './session/screens.tsx';
import { TokenForm } from './session/token-form.tsx';

export function App() {
  const token = useRef('');
  const [viewer, setViewer] = useState<ReadViewerQuery['viewer']>(null);
  const [failure, setFailure] = useState<Failure>();
  const [client] = useState(() =>
    createClient(import.meta.env.VITE_GRAPHQL_URL, {
      token: () => token.current,
      onTokenRefused: () => setFailure({ kind: 'token' }),
    }),
  );

  async function signIn(value: string) {
    token.current = value;
    const { data, error } = await client.query({ query: ReadViewer, fetchPolicy: 'no-cache', errorPolicy: 'all' });
    const next = data?.viewer;
    if (!next) return setFailure(failureOf(error));
    if (next.id !== viewer?.id) await client.clearStore();
    setViewer(next);
    setFailure(undefined);
  }

  const isSignedIn = viewer !== null && failure === undefined;
  return (
    <ApolloProvider client={client}>
      <Announcements>
        {!isSignedIn && <TokenForm failure={failure} onToken={signIn} />}
        {viewer && (
          // What is typed stays while a new token is asked for.
          <div key={viewer.id} hidden={!isSignedIn}>
            <Navigation viewer={viewer} />
            <Screens />
          </div>
        )}
      </Announcements>
    </ApolloProvider>
  );
}
