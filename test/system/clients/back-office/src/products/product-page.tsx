// The screen for one product, or for the texts and the price of a bundle.
import { useQuery } from '@apollo/client/react';
import { ReadProduct } from '../api/operations.ts';
import { Loaded } from '../session/loaded.tsx';
import { Screen } from '../session/screen.tsx';
import { EditProduct } from './edit-product.tsx';

export function ProductPage({ id }: { id: string }) {
  const read = useQuery(ReadProduct, { variables: { id }, fetchPolicy: 'network-only' });
  const product = read.data?.product;
  return (
    <Screen title={product?.title ?? `Product ${id}`}>
      <Loaded {...read}>{product && <EditProduct key={id} product={product} />}</Loaded>
    </Screen>
  );
}
