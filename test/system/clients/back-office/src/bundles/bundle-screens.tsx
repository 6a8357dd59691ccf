// The screens for a new bundle, and for one with its items and a link to the form for its details and price.
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CreateBundle, ReadBundle } from '../api/operations.ts';
import { Field, fieldsOf, NumberField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { Rows } from '../forms/rows.tsx';
import { useSave } from '../forms/use-save.ts';
import type { CreateBundleInput } from '../generated/graphql.ts';
import { Loaded } from '../session/failure-message.tsx';
import { Screen, useAnnounce } from '../session/screen.tsx';

const NEW_ITEM = { adId: '', quantity: '1' };

const NEW_BUNDLE = { title: '', rent: '', items: [NEW_ITEM] };

/** Without a rent, the service adds up the items' rents. */
const inputOf = ({ title, rent, items }: typeof NEW_BUNDLE): CreateBundleInput => ({
  title,
  rent: rent ? Number(rent) : null,
  items: items.map(({ adId, quantity }) => ({ adId, quantity: Number(quantity) })),
});

export function NewBundle() {
  const [draft, setDraft] = useState(NEW_BUNDLE);
  const { save, ...saving } = useSave(CreateBundle, (data) => data.createBundle);
  const announce = useAnnounce();

  async function submit() {
    const { saved } = await save({ input: inputOf(draft) });
    if (!saved) return;
    announce(`The bundle ${draft.title} has the number ${saved.id}.`);
    location.hash = `#/bundles/${saved.id}`;
  }
  const fields = fieldsOf(draft, setDraft);
  return (
    <Screen title="New bundle">
      <Form label="New bundle" {...saving} onSubmit={submit}>
        <Field {...fields('title', 'Title')} />
        <NumberField {...fields('rent', 'Rent for a day, if not that of the items')} />
        <Rows
          legend="Items"
          noun="item"
          name="items"
          entries={draft.items}
          empty={NEW_ITEM}
          onChange={(items) => setDraft({ ...draft, items: [...items] })}
        >
          {(item) => (
            <>
              <Field {...item('adId', 'Product')} />
              <NumberField {...item('quantity', 'Quantity')} />
            </>
          )}
        </Rows>
      </Form>
    </Screen>
  );
}

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
                // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in several items, which don't move
                <li key={place}>
                  {quantity} ×{' '}
                  <a href={`#/products/${adId}`}>{product?.title ?? `product ${adId}`}</a>
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
