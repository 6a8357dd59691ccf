// GraphiQL: the page at the path of the GraphQL endpoint, and its static files; without a token, without any other host.
import { html } from 'hono/html';
import { pageHeaders } from '../../http/browser-headers.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import type { Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { frame, type Html, tokenField, topBar } from '../pages/frame.ts';
import { respondNotFound, respondPage } from '../pages/respond-page.ts';
import { ASSETS, schemaAsset } from './assets.ts';
import { EXAMPLES } from './examples.ts';

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

interface GraphiqlDeps {
  readonly versions: Versions;
  /** Whether the page offers to make a token: on test deployments. */
  readonly canRun: boolean;
}

export async function handleGraphiql(
  { versions, canRun }: GraphiqlDeps,
  request: Request,
  { pathname, searchParams }: URL,
): Promise<Response> {
  if (!isRead(request)) return refuseWrite();
  const schema = schemaAsset(versions);
  if (pathname === GRAPHQL_PATH) {
    const page = graphiqlPage(schema.paths.schema, canRun, searchParams.get('example'));
    return respondPage(page, { ...PAGE_HEADERS, Vary: 'Accept' });
  }
  return ASSETS.serve(pathname) ?? schema.serve(pathname) ?? respondNotFound(request);
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
