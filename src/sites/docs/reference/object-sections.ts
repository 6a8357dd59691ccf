// The objects of the REST reference to which fields refer.
import { html } from 'hono/html';
import type { Section } from '../layout.ts';
import type { Document } from './document.ts';
import { sharedObjects } from './document-parts.ts';
import { createFieldList } from './field-list.ts';
import { markdown } from './markdown.ts';

export function objectSections(document: Document): readonly Section[] {
  const fieldList = createFieldList(document);
  return sharedObjects(document).map((name) => {
    const schema = document.components.schemas[name] ?? {};
    const content = html`${schema.description && markdown(schema.description)}${schema.properties && fieldList(schema, { id: name })}`;
    return { id: name, title: name, content };
  });
}
