// The screens for a new product, and for editing one, or a bundle's details and price.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CreateProduct, ReadProduct, UpdateProduct } from '../api/operations.ts';
import { Checkbox, Field, Select } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
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
  const text = (name: Exclude<keyof ProductDraft, 'online' | 'stockType'>) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  });
  return (
    <>
      <Field label="Title" {...text('title')} />
      <Field label="Rent for a day" type="number" step="any" {...text('rent')} />
      <Select
        label="Stock"
        name="stockType"
        value={draft.stockType}
        onChange={({ target }) =>
          onChange({ ...draft, stockType: target.value as StockType })
        }
      >
        <option value="UNIT">Each unit has a number</option>
        <option value="BULK">Only the quantity counts</option>
      </Select>
      <Field label="SKU" {...text('sku')} />
      <Field label="Quantity" type="number" step="any" {...text('quantity')} />
      <Field label="Cost" type="number" step="any" {...text('cost')} />
      <Field label="Description" {...text('description')} />
      <Checkbox
        label="Online"
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
