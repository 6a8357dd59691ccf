// A product form that saves only on top of what was read.
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ReadProduct, UpdateProduct } from '../api/operations.ts';
import { Form } from '../forms/form.tsx';
import { useSave } from '../forms/use-save.ts';
import type { EditedProductFragment } from '../generated/graphql.ts';
import { useAnnounce } from '../session/screen.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changedFields, draftOf, inputOf, pick } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';

export function EditProduct({ product }: { product: EditedProductFragment }) {
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
    const { saved, failure } = await save({ id: product.id, input, ifRevision: onto.revision });
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

  /** Their other changes stay: only what was changed here is put on top of theirs. */
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
