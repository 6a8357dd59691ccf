// The operations of the back office: a revision is never newer than the fields that stand beside it (D41).
import { visit } from 'graphql';
import { expect, test } from 'vitest';
import * as documents from '../src/generated/graphql.ts';
import { EMPTY } from '../src/products/product-draft.ts';

/** The fields that each operation and fragment selects, at any depth. */
const selected = new Map<string, string[]>();
for (const definition of Object.values(documents).flatMap((document) => document.definitions)) {
  if (definition.kind !== 'OperationDefinition' && definition.kind !== 'FragmentDefinition') continue;
  const fields: string[] = [];
  visit(definition, { Field: ({ name }) => void fields.push(name.value) });
  selected.set(definition.name?.value ?? '', fields);
}

test('the fragment of the form alone reads a revision, with every field that the form edits', () => {
  const readers = [...selected].filter(([, fields]) => fields.includes('revision'));
  expect(readers.map(([name]) => name)).toEqual(['EditedProduct']);
  expect(readers[0]?.[1]).toEqual(expect.arrayContaining(Object.keys(EMPTY)));
});
