// The fields of a product, for a new one and for one that is edited.
import { Checkbox, Field, Select } from '../forms/field.tsx';
import type { StockType } from '../generated/graphql.ts';
import type { ProductDraft } from './product-draft.ts';

interface Props {
  readonly draft: ProductDraft;
  readonly onChange: (draft: ProductDraft) => void;
}

export function ProductFields({ draft, onChange }: Props) {
  const text = (name: Exclude<keyof ProductDraft, 'online' | 'stockType'>) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
  });
  return (
    <>
      <Field label="Title" {...text('title')} />
      <Field label="Rent for a day" type="number" step="any" {...text('rent')} />
      <Select
        label="Stock"
        name="stockType"
        value={draft.stockType}
        onChange={({ target }) => onChange({ ...draft, stockType: target.value as StockType })}
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
