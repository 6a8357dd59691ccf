// The entries of a list that a form edits. Errors refer to an entry by its position: `items[1].adId`.
import type { ReactNode } from 'react';
import { useAnnounce } from '../session/screen.tsx';
import { fieldsOf } from './field.tsx';

interface Props<Entry extends object> {
  readonly legend: string;
  /** One entry, such as `item`. */
  readonly noun: string;
  /** The field of the list, such as `items`. */
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly empty: Entry;
  readonly onChange: (entries: readonly Entry[]) => void;
  /** The fields of an entry; `fields` has what each needs. */
  readonly children: (
    fields: ReturnType<typeof fieldsOf<Entry>>,
    entry: Entry,
    place: number,
  ) => ReactNode;
}

export function Rows<Entry extends object>(props: Props<Entry>) {
  const { legend, noun, name, entries, empty, onChange, children } = props;
  const announce = useAnnounce();
  const fieldsAt = (place: number, entry: Entry) =>
    fieldsOf(entry, (changed) => onChange(entries.with(place, changed)), {
      namePrefix: `${name}[${place}].`,
      labelSuffix: ` of ${noun} ${place + 1}`,
    });
  const remove = (place: number) => {
    onChange(entries.filter((_, index) => index !== place));
    announce(`Removed ${noun} ${place + 1}.`);
  };
  return (
    <fieldset>
      <legend>{legend}</legend>
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields take their values from the entry
        <div key={place} className="item">
          {children(fieldsAt(place, entry), entry, place)}
          <button type="button" onClick={() => remove(place)}>
            Remove {noun} {place + 1}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...entries, empty])}>
        Add an {noun}
      </button>
    </fieldset>
  );
}
