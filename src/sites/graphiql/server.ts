// GraphiQL: the page at the GraphQL endpoint's path, and its static files, most of them from its package; needs no
// token and no other hosts.
import { readFileSync } from 'node:fs';
import { type GraphQLSchema, introspectionFromSchema } from 'graphql';
import { html } from 'hono/html';
import { schemaOf } from '../../graphql/schema.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import type { Versions } from '../../operation/versions.ts';
import { DOCS_PATHS, GRAPHIQL_ASSETS_PATH, GRAPHQL_PATH } from '../../paths.ts';
import {
  frame,
  type Html,
  respondNotFound,
  respondPage,
  TOKEN_FIELD,
  topBar,
} from '../pages/frame.ts';
import {
  assetsBeside,
  type Content,
  createStaticAssets,
  ICON,
  TOKEN_SCRIPT,
  TOP_BAR_STYLES,
} from '../pages/static-assets.ts';
import { EXAMPLES } from './examples.ts';

const file = assetsBeside(import.meta.url);

/** Each line is `export const NAME = "…";` with a JSON string. An import would keep 34 MB more: the source too. */
const MODULE = new URL(import.meta.resolve('@graphql-yoga/render-graphiql/graphiql'));

function packageFiles() {
  const source = readFileSync(MODULE, 'utf8');
  const fileOf = (name: string, file: string): Content => {
    const head = `export const ${name} = `;
    const start = source.indexOf(head) + head.length;
    const text: string = JSON.parse(source.slice(start, source.indexOf('";\n', start) + 1));
    return { file, body: Buffer.from(text) };
  };
  return {
    graphiql: fileOf('js', 'graphiql.js'),
    graphiqlStyle: fileOf('css', 'graphiql.css'),
    editorWorker: fileOf('editorWorkerService', 'editor-worker.js'),
    graphqlWorker: fileOf('graphqlWorker', 'graphql-worker.js'),
    jsonWorker: fileOf('jsonWorker', 'json-worker.js'),
  };
}

const ASSETS = createStaticAssets(GRAPHIQL_ASSETS_PATH, {
  style: [...TOP_BAR_STYLES, file('graphiql-page.css')],
  icon: [ICON],
  token: [TOKEN_SCRIPT],
  page: [file('graphiql-page.js')],
  ...packageFiles(),
});

/** The introspected schema. */
function schemaAsset(schema: GraphQLSchema) {
  const body = Buffer.from(JSON.stringify(introspectionFromSchema(schema)));
  return createStaticAssets(GRAPHIQL_ASSETS_PATH, { schema: { file: 'schema.json', body } });
}

/**
 * Monaco, GraphiQL's editor, adds style elements and attributes at run time (`unsafe-inline` for styles). The package's
 * stylesheet has its fonts and images in data URLs.
 */
const PAGE_HEADERS = pageHeaders({
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': 'data:',
  'img-src': "'self' data:",
});

export function createGraphiql(versions: Versions) {
  const assets = new WeakMap<GraphQLSchema, ReturnType<typeof schemaAsset>>();
  return async (request: Request, { url }: { readonly url: URL }) => {
    const { pathname, searchParams } = url;
    const schema = schemaOf(versions);
    const asset = assets.get(schema) ?? schemaAsset(schema);
    assets.set(schema, asset);
    if (pathname !== GRAPHQL_PATH)
      return ASSETS.serve(pathname) ?? asset.serve(pathname) ?? respondNotFound(request);
    const page = graphiqlPage(asset.paths.schema, searchParams.get('example'));
    return respondPage(page, { ...PAGE_HEADERS, Vary: 'Accept' });
  };
}

const { paths } = ASSETS;

/**
 * The top bar, token field, examples and first query, until GraphiQL has loaded and replaces the last. `schema` is the
 * path of the introspected schema, `example` is an example's name; absent or unknown: the
 * first one.
 */
function graphiqlPage(schema: string, example: string | null): Html {
  const [first] = EXAMPLES;
  const shown = EXAMPLES.find(({ name }) => name === example) ?? first;
  return frame({
    title: 'GraphiQL',
    assets: paths,
    scripts: [paths.token, paths.graphiql, paths.page],
    body: html`${topBar('graphiql')}
<main id="content" tabindex="-1">
<h1 class="visually-hidden">GraphiQL</h1>
<div class="tools">
${TOKEN_FIELD}
${exampleChooser}
</div>
<noscript>
<p class="note">
GraphiQL needs JavaScript. Without it, read the <a href="${DOCS_PATHS.graphql}">GraphQL reference</a>.
</p>
</noscript>
<div id="graphiql" data-settings="${JSON.stringify({ ...settings, schema })}">
<div class="waiting">
<p role="status">Loading the editor …</p>
<pre tabindex="0" role="group" aria-label="${shown?.title}"><code>${shown?.query}</code></pre>
</div>
</div>
<link rel="stylesheet" href="${paths.graphiqlStyle}">
</main>`,
  });
}

/** Read by the page's script. */
const settings = {
  endpoint: GRAPHQL_PATH,
  workers: {
    editorWorkerService: paths.editorWorker,
    graphql: paths.graphqlWorker,
    json: paths.jsonWorker,
  },
  examples: EXAMPLES.map(({ name, query, variables }) => ({
    name,
    query,
    variables: JSON.stringify(variables, null, 2),
  })),
};

const exampleChooser = html`<form class="examples" action="${GRAPHQL_PATH}">
<label for="example">Example</label>
<select id="example" name="example">
<option value="">Open an example …</option>
${EXAMPLES.map(({ name, title }) => html`<option value="${name}">${title}</option>`)}
</select>
</form>`;
