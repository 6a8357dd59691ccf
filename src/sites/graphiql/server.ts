// GraphiQL: the page at the path of the GraphQL endpoint, and its static files, most of its package; without a token and other hosts.
import { readFileSync } from 'node:fs';
import { introspectionFromSchema } from 'graphql';
import { html } from 'hono/html';
import { schemaOf } from '../../graphql/schema.ts';
import { pageHeaders } from '../../http/browser-headers.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import type { Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHIQL_ASSETS_PATH, GRAPHQL_PATH } from '../../paths.ts';
import { frame, type Html, respondNotFound, respondPage, tokenField, topBar } from '../pages/frame.ts';
import {
  type Content,
  createStaticAssets,
  ICON,
  type StaticAssets,
  TOKEN_SCRIPT,
  TOP_BAR_STYLES,
} from '../pages/static-assets.ts';
import { EXAMPLES } from './examples.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Each of its lines is `export const NAME = "…";`, with a JSON string. An import would keep its 9 MB twice. */
const MODULE = readFileSync(new URL(import.meta.resolve('@graphql-yoga/render-graphiql/graphiql')));

/** The content of an export of the module, as a file of the given name. */
const packageContent = (name: string, file: string): Content => ({
  file,
  read() {
    const head = `export const ${name} = `;
    const start = MODULE.indexOf(head) + head.length;
    return Buffer.from(JSON.parse(MODULE.toString('utf8', start, MODULE.indexOf('";\n', start) + 1)));
  },
});

const ASSETS = createStaticAssets(GRAPHIQL_ASSETS_PATH, {
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
function schemaAsset(versions: Versions): StaticAssets<'schema'> {
  const schema = schemaOf(versions);
  const read = () => Buffer.from(JSON.stringify(introspectionFromSchema(schema)));
  const asset =
    schemas.get(schema) ?? createStaticAssets(GRAPHIQL_ASSETS_PATH, { schema: { file: 'schema.json', read } });
  schemas.set(schema, asset);
  return asset;
}

/**
 * Monaco, the editor of GraphiQL, adds style elements and style attributes while it runs (`unsafe-inline` for styles). The
 * stylesheet of the package has its fonts and pictures in data URLs.
 */
const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': 'data:',
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
});

/** `canMake` is whether the page offers to make a token: on test deployments. */
export async function handleGraphiql(versions: Versions, canMake: boolean, request: Request, url: URL) {
  if (!isRead(request)) return refuseWrite();
  const { pathname, searchParams } = url;
  const schema = schemaAsset(versions);
  if (pathname !== GRAPHQL_PATH) return ASSETS.serve(pathname) ?? schema.serve(pathname) ?? respondNotFound(request);
  const page = graphiqlPage(schema.paths.schema, canMake, searchParams.get('example'));
  return respondPage(page, { ...PAGE_HEADERS, Vary: 'Accept' });
}

const { paths } = ASSETS;

/**
 * Bar of links, field of the token, examples, the first query; GraphiQL takes its place once it is loaded. `schema` is the path of
 * the introspected schema, `canMake` that of `tokenField`, `example` the name of one; absent or unknown: the first one.
 */
function graphiqlPage(schema: string, canMake: boolean, example: string | null): Html {
  const shown = EXAMPLES.find(({ name }) => name === example) ?? EXAMPLES[0];
  return frame({
    title: 'GraphiQL',
    assets: paths,
    scripts: [paths.token, paths.graphiql, paths.page],
    body: html`${topBar('graphiql')}
<main id="content" tabindex="-1">
<h1 class="visually-hidden">GraphiQL</h1>
<div class="tools">
${tokenField(tokenNote, canMake)}
${exampleChooser}
</div>
<noscript><p class="note">GraphiQL is a script. Without one, read the <a href="${DOCS_PATHS.graphql}">GraphQL reference</a>.</p></noscript>
<div id="graphiql" data-settings="${JSON.stringify({ ...settings, schema })}"><div class="waiting"><p role="status">Loading the editor …</p>
<pre tabindex="0" role="group" aria-label="${shown.title}"><code>${shown.query}</code></pre></div></div>
<link rel="stylesheet" href="${paths.graphiqlStyle}">
</main>`,
  });
}

/** Read by the script of the page. */
const settings = {
  endpoint: GRAPHQL_PATH,
  workers: { editorWorkerService: paths.editorWorker, graphql: paths.graphqlWorker, json: paths.jsonWorker },
  examples: EXAMPLES.map(({ name, query, variables }) => ({
    name,
    query,
    variables: JSON.stringify(variables, null, 2),
  })),
};

const tokenNote = html`A request needs a token of the <a href="${DASHBOARD_PATHS.settings}">dashboard</a>.`;

const exampleChooser = html`<form class="examples" action="${GRAPHQL_PATH}">
<label for="example">Example</label>
<select id="example" name="example">
${EXAMPLES.map(({ name, title }) => html`<option value="${name}">${title}</option>`)}
</select>
<button type="submit">Open</button>
</form>`;
