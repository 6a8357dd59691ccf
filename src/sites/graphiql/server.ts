// GraphiQL: the page at the GraphQL endpoint's path, most of whose static files are from its package; needs no token
// and no other hosts.
import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import { pageHeaders } from '../../http/page-headers.ts';
import { DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { frame, pageResponse, TOKEN_FIELD, topBar } from '../pages/frame.ts';
import {
  asset,
  assetsBeside,
  contentAsset,
  TOKEN_SCRIPT,
  TOP_BAR_STYLES,
} from '../pages/static-assets.ts';
import { EXAMPLES } from './examples.ts';

const file = assetsBeside(import.meta.url);

/** Each line is `export const NAME = "…";` with a JSON string. An import would keep 34 MB more: the source too. */
const MODULE = new URL(import.meta.resolve('@graphql-yoga/render-graphiql/graphiql'));

function packageFiles() {
  const source = readFileSync(MODULE, 'utf8');
  const fileOf = (name: string, file: string) => {
    const head = `export const ${name} = `;
    const start = source.indexOf(head) + head.length;
    const text: string = JSON.parse(source.slice(start, source.indexOf('";\n', start) + 1));
    return contentAsset(file, Buffer.from(text));
  };
  return {
    graphiql: fileOf('js', 'graphiql.js'),
    graphiqlStyle: fileOf('css', 'graphiql.css'),
    editorWorker: fileOf('editorWorkerService', 'editor-worker.js'),
    graphqlWorker: fileOf('graphqlWorker', 'graphql-worker.js'),
    jsonWorker: fileOf('jsonWorker', 'json-worker.js'),
  };
}

const assets = {
  style: asset(...TOP_BAR_STYLES, file('graphiql-page.css')),
  token: asset(TOKEN_SCRIPT),
  page: asset(file('graphiql-page.js')),
  ...packageFiles(),
};

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

/**
 * The top bar, token field, examples and first query, until GraphiQL has loaded and replaces the last. The address may
 * name an example; otherwise it is the first one.
 */
export async function respondGraphiql(_: Request, { url }: { readonly url: URL }) {
  const example = url.searchParams.get('example');
  const shown = EXAMPLES.find(({ name }) => name === example) ?? EXAMPLES[0];
  const page = frame({
    title: 'GraphiQL',
    style: assets.style,
    scripts: [assets.token, assets.graphiql, assets.page],
    body: html`${topBar('graphiql')}
<main id="content" tabindex="-1">
<h1 class="visually-hidden">GraphiQL</h1>
<div class="tools">
${TOKEN_FIELD}
<form class="examples" action="${GRAPHQL_PATH}">
<label for="example">Example</label>
<select id="example" name="example">
<option value="">Open an example …</option>
${EXAMPLES.map(({ name, title }) => html`<option value="${name}">${title}</option>`)}
</select>
</form>
</div>
<noscript>
<p class="note">
GraphiQL needs JavaScript. Without it, read the <a href="${DOCS_PATHS.graphql}">GraphQL reference</a>.
</p>
</noscript>
<div id="graphiql" data-settings="${JSON.stringify(settings)}">
<div class="waiting">
<p role="status">Loading the editor …</p>
<pre tabindex="0" role="group" aria-label="${shown?.title}"><code>${shown?.query}</code></pre>
</div>
</div>
<link rel="stylesheet" href="${assets.graphiqlStyle}">
</main>`,
  });
  const respond = await pageResponse(page, { ...PAGE_HEADERS, Vary: 'Accept' });
  return respond();
}

/** Read by the page's script. */
const settings = {
  endpoint: GRAPHQL_PATH,
  schema: DOCS_PATHS.introspection,
  workers: {
    editorWorkerService: assets.editorWorker,
    graphql: assets.graphqlWorker,
    json: assets.jsonWorker,
  },
  examples: EXAMPLES.map(({ name, query, variables }) => ({
    name,
    query,
    variables: JSON.stringify(variables, null, 2),
  })),
};
