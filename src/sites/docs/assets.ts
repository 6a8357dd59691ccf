// The static files of the documentation.
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { DOCS_PATHS } from '../../paths.ts';
import { COPY_SCRIPT, createStaticAssets, ICON, TEXT_STYLES, TOKEN_SCRIPT } from '../pages/static-assets.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Its module for browsers, which exports the class by default. */
const MINISEARCH = new URL('dist/es/index.js', pathToFileURL(findPackageJSON('minisearch', import.meta.url) ?? ''));

export const ASSETS = createStaticAssets(DOCS_PATHS.assets, {
  style: [...TEXT_STYLES, file('search.css'), file('example.css'), file('docs.css')],
  icon: [ICON],
  front: [file('lead-on.js')],
  page: [COPY_SCRIPT, file('follow-contents.js'), file('page.js')],
  token: [TOKEN_SCRIPT],
  run: [file('run.js')],
  search: [file('search.js')],
  ranking: [MINISEARCH, file('rank-entries.js')],
});
