// The static files of GraphiQL: those of its package, and those of the page around it.
import { introspectionFromSchema } from 'graphql';
import { schemaOf } from '../../graphql/schema.ts';
import type { Versions } from '../../operation/versions.ts';
import { GRAPHIQL_ASSETS_PATH } from '../../paths.ts';
import { createStaticAssets, ICON, type StaticAssets, TOKEN_SCRIPT, TOP_BAR_STYLES } from '../pages/static-assets.ts';
import { packageContent } from './package-content.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

const introspection = (versions: Versions) => ({
  file: 'schema.json',
  read: () => Buffer.from(JSON.stringify(introspectionFromSchema(schemaOf(versions)))),
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

/** The schema of the usable versions. */
export function schemaAsset(versions: Versions): StaticAssets<'schema'> {
  const usable = versions.usable();
  const asset = schemas.get(usable) ?? createStaticAssets(GRAPHIQL_ASSETS_PATH, { schema: introspection(versions) });
  schemas.set(usable, asset);
  return asset;
}
