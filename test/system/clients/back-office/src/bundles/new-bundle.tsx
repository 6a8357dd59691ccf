// The screen for a new bundle.
import { useState } from 'react';
import { CreateBundle } from '../api/operations.ts';
import { Field } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { useSave } from '../forms/use-save.ts';
import { Screen, useAnnounce } from '../session/screen.tsx';
import { inputOf, newBundle } from './bundle-draft.ts';
import { BundleItems } from './bundle-items.tsx';

export function NewBundle() {
  const [draft, setDraft] = useState(newBundle);
  const { save, ...saving } = useSave(CreateBundle, (data) => data.createBundle);
  const announce = useAnnounce();

  async function submit() {
    const { saved } = await save({ input: inputOf(draft) });
    if (!saved) return;
    announce(`The bundle ${draft.title} has the number ${saved.id}.`);
    location.hash = `#/bundles/${saved.id}`;
  }
  const text = (name: 'title' | 'rent') => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  });
  return (
    <Screen title="New bundle">
      <Form label="New bundle" {...saving} onSubmit={submit}>
        <Field label="Title" {...text('title')} />
        <Field label="Rent for a day, if not that of the items" type="number" step="any" {...text('rent')} />
        <BundleItems items={draft.items} onChange={(items) => setDraft({ ...draft, items })} />
      </Form>
    </Screen>
  );
}
