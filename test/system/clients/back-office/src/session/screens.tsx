// The screen in the address.
import { BundlePage } from '../bundles/bundle-page.tsx';
import { NewBundle } from '../bundles/new-bundle.tsx';
import { NewProduct } from '../products/new-product.tsx';
import { ProductPage } from '../products/product-page.tsx';
import { RentalPage } from '../rentals/rental-page.tsx';
import { useRoute } from './use-route.ts';

export function Screens() {
  const { screen, id } = useRoute();
  if (screen === 'rentals') return <RentalPage key={id} id={id} />;
  if (screen === 'bundles') return id === 'new' ? <NewBundle /> : <BundlePage key={id} id={id} />;
  return id === 'new' ? <NewProduct /> : <ProductPage key={id} id={id} />;
}
