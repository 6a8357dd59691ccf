// The screen for a new product.
import { useState } from 'react';
import { CreateProduct } from '../api/operations.ts';
import { Form } from '../forms/form.tsx';
import { useSave } from '../forms/use-save.ts';
import { Screen, useAnnounce } from '../session/screen.tsx';
import { EMPTY, inputOf } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';

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
