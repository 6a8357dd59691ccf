// The static files of GraphiQL: those of its package, and those of the page around it.
import { introspectionFromSchema } from 'graphql';
import { schema } from '../../graphql/schema.ts';
import { GRAPHIQL_ASSETS_PATH } from '../../paths.ts';
import { ICON, TOP_BAR_STYLES } from '../pages/shared-assets.ts';
import { createStaticAssets } from '../pages/static-assets.ts';
import { packageContent } from './package-content.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

const introspection = {
  file: 'schema.json',
  read: () => Buffer.from(JSON.stringify(introspectionFromSchema(schema))),
};

export const ASSETS = createStaticAssets(GRAPHIQL_ASSETS_PATH, {
  style: [...TOP_BAR_STYLES, file('graphiql-page.css')],
  icon: [ICON],
  token: [file('token.js')],
  page: [file('graphiql-page.js')],
  schema: introspection,
  graphiql: packageContent('js', 'graphiql.js'),
  graphiqlStyle: packageContent('css', 'graphiql.css'),
  editorWorker: packageContent('editorWorkerService', 'editor-worker.js'),
  graphqlWorker: packageContent('graphqlWorker', 'graphql-worker.js'),
  jsonWorker: packageContent('jsonWorker', 'json-worker.js'),
});
