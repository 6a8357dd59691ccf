// The back office: a token first, then the screen in the URL.
import { ApolloProvider } from '@apollo/client/react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { createClient } from './api/create-client.ts';
import { type Failure, failureOf } from './api/failure.ts';
import { ReadViewer } from './api/operations.ts';
import { BundlePage, NewBundle } from './bundles/bundle-screens.tsx';
import type { ReadViewerQuery } from './generated/graphql.ts';
import { NewProduct, ProductPage } from './products/product-screens.tsx';
import { RentalPage } from './rentals/rental-page.tsx';
import { Navigation } from './session/navigation.tsx';
import { Announcements } from './session/screen.tsx';
import { TokenForm } from './session/token-form.tsx';

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** The screen and the number in the URL: `#/products/7`. */
function useRoute() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [, screen = 'products', id = 'new'] = hash.split('/');
  return { screen, id };
}

function Screens() {
  const { screen, id } = useRoute();
  if (screen === 'rentals') return <RentalPage key={id} id={id} />;
  if (screen === 'bundles')
    return id === 'new' ? <NewBundle /> : <BundlePage key={id} id={id} />;
  return id === 'new' ? <NewProduct /> : <ProductPage key={id} id={id} />;
}

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
    const { data, error } = await client.query({
      query: ReadViewer,
      fetchPolicy: 'no-cache',
      errorPolicy: 'all',
    });
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
          // Input stays while the user enters a new token.
          <div key={viewer.id} hidden={!isSignedIn}>
            <Navigation viewer={viewer} />
            <Screens />
          </div>
        )}
      </Announcements>
    </ApolloProvider>
  );
}
