// The screens for a new product, and for editing one, or a bundle's details and price.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CreateProduct, ReadProduct, UpdateProduct } from '../api/operations.ts';
import {
  Checkbox,
  Field,
  fieldsOf,
  NumberField,
  Select,
  TextField,
} from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { Rows } from '../forms/rows.tsx';
import { useSave } from '../forms/use-save.ts';
import type { EditedProductFragment } from '../generated/graphql.ts';
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
  const fields = fieldsOf(draft, onChange);
  const text = (name: keyof ProductDraft) => fields(name, LABELS[name]);
  return (
    <>
      <Field {...text('title')} />
      <NumberField {...text('rent')} />
      <Select {...text('stockType')}>
        <option value="UNIT">Each unit has a number</option>
        <option value="BULK">Only the quantity counts</option>
      </Select>
      <Field {...text('sku')} />
      <NumberField {...text('quantity')} />
      <NumberField {...text('cost')} />
      <TextField {...text('description')} />
      <Rows
        legend={LABELS.images}
        noun="image"
        name="images"
        entries={draft.images}
        empty={{ src: '' }}
        onChange={(images) => onChange({ ...draft, images })}
      >
        {(image, { src }, place) => (
          <>
            {URL.canParse(src) && <img src={src} alt={`${draft.title}, ${place + 1}`} />}
            <Field type="url" {...image('src', 'URL')} />
          </>
        )}
      </Rows>
      <Rows
        legend={LABELS.equipments}
        noun="item"
        name="equipments"
        entries={draft.equipments}
        empty={{ name: '', quantity: '1' }}
        onChange={(equipments) => onChange({ ...draft, equipments })}
      >
        {(item) => (
          <>
            <Field {...item('name', 'Name')} />
            <NumberField {...item('quantity', 'Quantity')} />
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
