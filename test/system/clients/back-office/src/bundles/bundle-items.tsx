// The lines of a bundle. Errors find them by their place: `items[1].adId`.
import { Field } from '../forms/field.tsx';
import { useAnnounce } from '../session/screen.tsx';
import { type ItemDraft, newItem } from './bundle-draft.ts';

interface Props {
  readonly items: readonly ItemDraft[];
  readonly onChange: (items: readonly ItemDraft[]) => void;
}

export function BundleItems({ items, onChange }: Props) {
  const announce = useAnnounce();
  const change = (place: number, changes: Partial<ItemDraft>) =>
    onChange(items.map((item, index) => (index === place ? { ...item, ...changes } : item)));
  const remove = (place: number) => {
    onChange(items.filter((_, index) => index !== place));
    announce(`Item ${place + 1} is removed.`);
  };
  return (
    <fieldset>
      <legend>Items</legend>
      {items.map(({ key, adId, quantity }, place) => (
        <div key={key} className="item">
          <Field
            label={`Product of item ${place + 1}`}
            name={`items[${place}].adId`}
            value={adId}
            onChange={({ target }) => change(place, { adId: target.value })}
          />
          <Field
            label={`Quantity of item ${place + 1}`}
            name={`items[${place}].quantity`}
            type="number"
            step="any"
            value={quantity}
            onChange={({ target }) => change(place, { quantity: target.value })}
          />
          <button type="button" onClick={() => remove(place)}>
            Remove item {place + 1}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...items, newItem()])}>
        Add an item
      </button>
    </fieldset>
  );
}
