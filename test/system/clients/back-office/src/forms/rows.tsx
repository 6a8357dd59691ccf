// The entries of a list that a form edits. Errors refer to an entry by its position: `items[1].adId`.
import type { ReactNode } from 'react';
import { useAnnounce } from '../session/screen.tsx';

interface Props<Entry> {
  readonly legend: string;
  /** One entry, such as `item`. */
  readonly noun: string;
  readonly entries: readonly Entry[];
  readonly empty: Entry;
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly children: (
    entry: Entry,
    place: number,
    change: (changes: Partial<Entry>) => void,
  ) => ReactNode;
}

export function Rows<Entry extends object>(props: Props<Entry>) {
  const { legend, noun, entries, empty, onChange, children } = props;
  const announce = useAnnounce();
  const change = (place: number, changes: Partial<Entry>) =>
    onChange(
      entries.map((entry, index) => (index === place ? { ...entry, ...changes } : entry)),
    );
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
          {children(entry, place, (changes) => change(place, changes))}
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
