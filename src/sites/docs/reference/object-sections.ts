// The objects of the REST reference to which fields refer.
import { html } from 'hono/html';
import type { Section } from '../layout.ts';
import { sharedSchemas } from './document-parts.ts';
import { createFieldLists } from './field-list.ts';
import { markdown } from './markdown.ts';
import type { RestReference } from './rest-reference.ts';

export function objectSections(reference: RestReference): readonly Section[] {
  const { document, owned } = reference;
  const { fieldsOf } = createFieldLists(reference);
  return sharedSchemas(document, owned).map((name) => {
    const schema = document.components.schemas[name] ?? {};
    const content = html`${schema.description && markdown(schema.description)}${schema.properties && fieldsOf(name)}`;
    return { id: name, title: name, content };
  });
}
