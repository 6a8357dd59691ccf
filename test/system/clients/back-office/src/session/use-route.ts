// The screen and the number in the address: `#/products/7`.
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

export function useRoute() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [, screen = 'products', id = 'new'] = hash.split('/');
  return { screen, id };
}
