// The screen for one bundle: its items, and a link to the form of its texts and price.
import { useQuery } from '@apollo/client/react';
import { ReadBundle } from '../api/operations.ts';
import { Loaded } from '../session/loaded.tsx';
import { Screen } from '../session/screen.tsx';

export function BundlePage({ id }: { id: string }) {
  const read = useQuery(ReadBundle, { variables: { id } });
  const bundle = read.data?.bundle;
  return (
    <Screen title={bundle?.title ?? `Bundle ${id}`}>
      <Loaded {...read}>
        {bundle && (
          <>
            <p>{bundle.rent} for a day</p>
            <ul>
              {bundle.items.map(({ adId, quantity, product }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in several lines, which don't move
                <li key={place}>
                  {quantity} × <a href={`#/products/${adId}`}>{product?.title ?? `product ${adId}`}</a>
                </li>
              ))}
            </ul>
            <a href={`#/products/${id}`}>Edit</a>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
