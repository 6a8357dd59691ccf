// The static files of the documentation, with the renderer of the REST reference.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { BASE_STYLE, ICON } from '../pages/shared-assets.ts';
import { createStaticAssets } from '../pages/static-assets.ts';
import { DOCS_PATHS } from '../paths.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Scalar in one file, which its package has beside its entry. */
const scalar = new URL(
  'browser/standalone.js',
  pathToFileURL(createRequire(import.meta.url).resolve('@scalar/api-reference')),
);

export const ASSETS = createStaticAssets(DOCS_PATHS.assets, {
  style: [BASE_STYLE, file('search.css'), file('docs.css')],
  icon: [ICON],
  page: [file('page.js')],
  reference: [file('reference.js')],
  search: [file('search.js')],
  ranking: [file('rank-entries.js')],
  scalar: [scalar],
});
