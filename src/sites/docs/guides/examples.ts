// The blocks of code in the guides that are more than a text: examples of operations, and the same code in each language.
import { z } from 'zod';
import type { Html } from '../../pages/frame.ts';
import { example } from '../examples/example.ts';
import type { ExampleFigures } from '../examples/example-figures.ts';
import { codeTabs, type Language, languages } from '../snippets/languages.ts';

/** JSON of an example, in the names of the domain. */
export const showExample = (json: string, figures: ExampleFigures): Html =>
  figures.show(example.parse(JSON.parse(json)));

const texts = z.record(z.enum(languages), z.string());

/** The same code in each language: `id: label`, and a block of code for each. */
export function showTabs(heading: string, blocks: string): Html {
  const [id = '', label = ''] = heading.split(': ');
  const found = blocks.matchAll(/^```(\w+)\n(.*?)\n```$/gms);
  const parsed = texts.parse(Object.fromEntries(found.map(([, name, text]) => [name, text])));
  return codeTabs(id, label, parsed as Record<Language, string>);
}
