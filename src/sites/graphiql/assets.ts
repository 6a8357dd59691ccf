// The static files of GraphiQL: those of its package, and those of the page around it.
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { introspectionFromSchema } from 'graphql';
import { schemaOf } from '../../graphql/schema.ts';
import type { Versions } from '../../operation/versions.ts';
import { GRAPHIQL_ASSETS_PATH } from '../../paths.ts';
import {
  type Content,
  createStaticAssets,
  ICON,
  type StaticAssets,
  TOKEN_SCRIPT,
  TOP_BAR_STYLES,
} from '../pages/static-assets.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

const PACKAGE = '@graphql-yoga/render-graphiql';

/** Each line of the module is `export const NAME = "…";`, with a JSON string. */
const LINE_END = '";\n';

/**
 * The content of an export of the module, as a file of the given name. The module is read, not imported: an import keeps its
 * 9 MB in memory until the process ends.
 */
export const packageContent = (name: string, file: string): Content => ({
  file,
  read() {
    const path = join(dirname(findPackageJSON(PACKAGE, import.meta.url) ?? ''), 'esm/graphiql.js');
    const module = readFileSync(path);
    const head = `export const ${name} = `;
    const at = module.indexOf(head);
    const end = module.indexOf(LINE_END, at);
    if (at === -1 || end === -1) throw new Error(`${PACKAGE} has no line for ${name}`);
    return Buffer.from(JSON.parse(module.toString('utf8', at + head.length, end + 1)));
  },
});

export const ASSETS = createStaticAssets(GRAPHIQL_ASSETS_PATH, {
  style: [...TOP_BAR_STYLES, file('graphiql-page.css')],
  icon: [ICON],
  token: [TOKEN_SCRIPT],
  page: [file('graphiql-page.js')],
  graphiql: packageContent('js', 'graphiql.js'),
  graphiqlStyle: packageContent('css', 'graphiql.css'),
  editorWorker: packageContent('editorWorkerService', 'editor-worker.js'),
  graphqlWorker: packageContent('graphqlWorker', 'graphql-worker.js'),
  jsonWorker: packageContent('jsonWorker', 'json-worker.js'),
});

const schemas = new WeakMap<object, StaticAssets<'schema'>>();

/** The introspected schema of the usable versions. */
export function schemaAsset(versions: Versions): StaticAssets<'schema'> {
  const usable = versions.usable();
  const read = () => Buffer.from(JSON.stringify(introspectionFromSchema(schemaOf(versions))));
  const asset =
    schemas.get(usable) ?? createStaticAssets(GRAPHIQL_ASSETS_PATH, { schema: { file: 'schema.json', read } });
  schemas.set(usable, asset);
  return asset;
}
