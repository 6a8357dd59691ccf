// The page of GraphiQL: bar of links, field of the token, examples, the first query; GraphiQL takes its place once it is loaded.
import { html } from 'hono/html';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { frame, type Html, tokenField, topBar } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import { EXAMPLES } from './examples.ts';

const { paths } = ASSETS;

interface Options {
  /** The path of the introspected schema. */
  readonly schema: string;
  /** That of `tokenField`. */
  readonly canMake: boolean;
  /** The name of an example; absent or unknown: the first one. */
  readonly example: string | null;
}

export function graphiqlPage({ schema, canMake, example }: Options): Html {
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
