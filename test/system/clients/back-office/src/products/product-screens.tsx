// The screens for a new product, and for editing one, or a bundle's details and price.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CreateProduct, ReadProduct, UpdateProduct } from '../api/operations.ts';
import { Checkbox, Field, Select, TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { Rows } from '../forms/rows.tsx';
import { useSave } from '../forms/use-save.ts';
import type { EditedProductFragment, StockType } from '../generated/graphql.ts';
import { Loaded } from '../session/failure-message.tsx';
import { Screen, useAnnounce } from '../session/screen.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import {
  changedFields,
  draftOf,
  EMPTY,
  inputOf,
  LABELS,
  type ProductDraft,
  pick,
} from './product-draft.ts';

function ProductFields({
  draft,
  onChange,
}: {
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
}) {
  const text = (name: 'title' | 'rent' | 'sku' | 'quantity' | 'cost' | 'description') => ({
    name,
    label: LABELS[name],
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  });
  return (
    <>
      <Field {...text('title')} />
      <Field type="number" step="any" {...text('rent')} />
      <Select
        label={LABELS.stockType}
        name="stockType"
        value={draft.stockType}
        onChange={({ target }) =>
          onChange({ ...draft, stockType: target.value as StockType })
        }
      >
        <option value="UNIT">Each unit has a number</option>
        <option value="BULK">Only the quantity counts</option>
      </Select>
      <Field {...text('sku')} />
      <Field type="number" step="any" {...text('quantity')} />
      <Field type="number" step="any" {...text('cost')} />
      <TextField {...text('description')} />
      <Rows
        legend={LABELS.images}
        noun="image"
        entries={draft.images}
        empty={{ src: '' }}
        onChange={(images) => onChange({ ...draft, images })}
      >
        {({ src }, place, change) => (
          <>
            {URL.canParse(src) && <img src={src} alt={`${draft.title}, ${place + 1}`} />}
            <Field
              label={`URL of image ${place + 1}`}
              name={`images[${place}].src`}
              type="url"
              value={src}
              onChange={({ target }) => change({ src: target.value })}
            />
          </>
        )}
      </Rows>
      <Rows
        legend={LABELS.equipments}
        noun="item"
        entries={draft.equipments}
        empty={{ name: '', quantity: '1' }}
        onChange={(equipments) => onChange({ ...draft, equipments })}
      >
        {({ name, quantity }, place, change) => (
          <>
            <Field
              label={`Name of item ${place + 1}`}
              name={`equipments[${place}].name`}
              value={name}
              onChange={({ target }) => change({ name: target.value })}
            />
            <Field
              label={`Quantity of item ${place + 1}`}
              name={`equipments[${place}].quantity`}
              type="number"
              step="any"
              value={quantity}
              onChange={({ target }) => change({ quantity: target.value })}
            />
          </>
        )}
      </Rows>
      <Checkbox
        label={LABELS.online}
        name="online"
        checked={draft.online}
        onChange={({ target }) => onChange({ ...draft, online: target.checked })}
      />
    </>
  );
}

export function NewProduct() {
  const [draft, setDraft] = useState(EMPTY);
  const { save, ...saving } = useSave(CreateProduct, (data) => data.createProduct);
  const announce = useAnnounce();

  async function submit() {
    const { saved } = await save({ input: inputOf(draft) });
    if (!saved) return;
    announce(`The product ${draft.title} has the number ${saved.id}.`);
    location.hash = `#/products/${saved.id}`;
  }
  return (
    <Screen title="New product">
      <Form label="New product" {...saving} onSubmit={submit}>
        <ProductFields draft={draft} onChange={setDraft} />
      </Form>
    </Screen>
  );
}

export function ProductPage({ id }: { id: string }) {
  const read = useQuery(ReadProduct, { variables: { id }, fetchPolicy: 'network-only' });
  const product = read.data?.product;
  return (
    <Screen title={product?.title ?? `Product ${id}`}>
      <Loaded {...read}>{product && <EditProduct key={id} product={product} />}</Loaded>
    </Screen>
  );
}

/** A product form that saves only on top of what was read. */
function EditProduct({ product }: { product: EditedProductFragment }) {
  const [base, setBase] = useState(product);
  const [draft, setDraft] = useState(() => draftOf(product));
  const [theirs, setTheirs] = useState<EditedProductFragment>();
  const { save, dismiss, ...saving } = useSave(UpdateProduct, (data) => data.updateProduct);
  const client = useApolloClient();
  const announce = useAnnounce();

  // #region saving on top of what was read
  /** `onto` is what was read: the form saves what differs from it, unless the product has another revision. */
  async function submit(onto = base, fields = draft) {
    const input = pick(inputOf(fields), changedFields(draftOf(onto), fields));
    const { saved, failure } = await save({
      id: product.id,
      input,
      ifRevision: onto.revision,
    });
    if (failure?.kind === 'conflict') await readTheirs();
    if (!saved) return;
    announce('The product is saved.');
    if (saved.product) edit(saved.product);
  }

  async function readTheirs() {
    const { data } = await client.query({
      query: ReadProduct,
      variables: { id: product.id },
      fetchPolicy: 'network-only',
      errorPolicy: 'all',
    });
    setTheirs(data?.product ?? undefined);
  }

  /** Their other changes stay: only what was changed here is applied on top of theirs. */
  function keepMine(onto: EditedProductFragment) {
    const fields = { ...draftOf(onto), ...pick(draft, changedFields(draftOf(base), draft)) };
    edit(onto, fields);
    return submit(onto, fields);
  }
  // #endregion

  function edit(onto: EditedProductFragment, fields = draftOf(onto)) {
    dismiss();
    setTheirs(undefined);
    setBase(onto);
    setDraft(fields);
  }

  return (
    <>
      <Form label="Product" {...saving} onSubmit={submit}>
        <ProductFields draft={draft} onChange={setDraft} />
      </Form>
      {theirs && (
        <ConflictDialog
          mine={pick(draft, changedFields(draftOf(base), draft))}
          theirs={draftOf(theirs)}
          onKeepMine={() => keepMine(theirs)}
          onTakeTheirs={() => edit(theirs)}
          onCancel={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}
