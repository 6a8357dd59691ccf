// Asks what to do with a product that another user changed since it was read.
import { useLayoutEffect, useRef } from 'react';
import { LABELS, type ProductDraft } from './product-draft.ts';

interface Props {
  /** The fields that were changed here. */
  readonly mine: Partial<ProductDraft>;
  readonly theirs: ProductDraft;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCancel: () => void;
}

/** A list has an entry a line. */
function shown(value: ProductDraft[keyof ProductDraft] | undefined) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return value;
  return value.map((entry) => Object.values(entry).join(', ')).join('\n') || 'none';
}

export function ConflictDialog({ mine, theirs, onKeepMine, onTakeTheirs, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closing it restores the focus, so it is closed before it is removed.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="conflict" onCancel={onCancel}>
      <h2 id="conflict">Somebody else has changed this product</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(mine) as (keyof ProductDraft)[]).map((field) => (
            <tr key={field}>
              <th scope="row">{LABELS[field]}</th>
              <td>{shown(mine[field])}</td>
              <td>{shown(theirs[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Their other changes stay in both cases.</p>
      <div className="actions">
        <button type="button" onClick={onKeepMine}>
          Save mine
        </button>
        <button type="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" onClick={onCancel}>
          Go on editing
        </button>
      </div>
    </dialog>
  );
}
