// The examples on pages: a curl request in REST or GraphQL, as the reader chooses, and its response.
import { html } from 'hono/html';
import { withDemoImages } from '../../demo/demo-images.ts';
import { type RecordedExchange, recordedExamples } from '../../openapi/recorded-examples.ts';
import type { VersionName } from '../../operation/versions.ts';
import type { Html } from '../pages/frame.ts';
import { printCurl, printJson } from '../pages/snippets.ts';
import { highlighted } from './highlight.ts';
import type { DocsSource, ShownExample } from './page.ts';

const APIS = { rest: 'REST', graphql: 'GraphQL' } as const;
type Api = keyof typeof APIS;

/** What a page shows of an example over an API: none if the version doesn't have it there. */
interface Side {
  readonly api: Api;
  readonly exchange: RecordedExchange | undefined;
  readonly request: string;
  /** Empty without a body. */
  readonly response: string;
  readonly note: string | false | undefined;
}

export type ExampleFigures = ReturnType<typeof createExampleFigures>;

/** The examples of a version on REST; GraphQL has no versions: its examples are the latest version's. */
export function createExampleFigures(source: DocsSource, version: VersionName) {
  const newest = source.versions.newest();
  const recorded = { rest: examplesOf(source, version), graphql: examplesOf(source, newest) };

  /** Makes a request use this version whatever its token's; a new token has the latest. */
  function inVersion(exchange: RecordedExchange | undefined): RecordedExchange | undefined {
    if (!exchange || version === newest) return exchange;
    const headers = { 'service-version': version, ...exchange.request.headers };
    return { ...exchange, request: { ...exchange.request, headers } };
  }

  /** None before the example is recorded. */
  function sidesOf({ id, isCut, graphqlNote }: ShownExample): readonly Side[] {
    const exchanges = {
      rest: inVersion(recorded.rest[id]?.rest),
      graphql: recorded.graphql[id]?.graphql,
    };
    if (!recorded.rest[id] && !recorded.graphql[id]) return [];
    return (['rest', 'graphql'] as const).map((api) => {
      const exchange = exchanges[api];
      const body = exchange?.response.body;
      const response = body ? printJson(body) : '';
      return {
        api,
        exchange,
        request: exchange ? printCurl(source.origin, exchange.request) : '',
        response: isCut ? firstLines(response) : response,
        note: exchange
          ? api === 'graphql' && graphqlNote
          : `Version ${version} does not have this operation on ${APIS[api]}.`,
      };
    });
  }

  return {
    show(example: ShownExample): Html | '' {
      const sides = sidesOf(example);
      const { id, label, first = 'rest' } = example;
      if (sides.length === 0) return '';
      return html`<figure class="example" id="${id}">
<figcaption><b>${label}</b>${choiceOf(id, label, first)}</figcaption>
${sides.map((side) => sideBlock(source, example, side))}
</figure>`;
    },
    /** The example's requests and responses over both APIs; empty before it is recorded. */
    markdown: (example: ShownExample): string =>
      sidesOf(example)
        .flatMap(({ api, exchange, request, response, note }) => [
          exchange && `${example.label}, ${APIS[api]}:\n\n${fenced('sh', request)}`,
          exchange &&
            (response
              ? `Response, ${exchange.response.status}:\n\n${fenced('json', response)}`
              : `Response, ${exchange.response.status}.`),
          note,
        ])
        .filter(Boolean)
        .join('\n\n'),
  };
}

/** Test deployments serve the images of the demo data themselves. */
function examplesOf({ canRun, origin }: DocsSource, version: VersionName) {
  const examples = recordedExamples(version);
  const text = canRun && withDemoImages(JSON.stringify(examples), origin);
  return text ? (JSON.parse(text) as typeof examples) : examples;
}

const SHOWN_LINES = 6;
const CLOSING_LINES = 2;

/** The start of a long response, and its end. */
function firstLines(json: string): string {
  const lines = json.split('\n');
  if (lines.length <= SHOWN_LINES + CLOSING_LINES + 1) return json;
  const shown = [...lines.slice(0, SHOWN_LINES), '    …', ...lines.slice(-CLOSING_LINES)];
  return shown.join('\n');
}

/** Radio buttons choose an API without a script. */
const choiceOf = (id: string, label: string, first: Api) =>
  html`<fieldset class="choice-of-surface"><legend>API: ${label}</legend>
${Object.entries(APIS).map(
  ([api, name]) =>
    html`<label>
  <input type="radio" name="${id}-surface" value="${api}"${api === first && html` checked`}>${name}
</label>`,
)}
</fieldset>`;

function sideBlock(source: DocsSource, { id, label }: ShownExample, side: Side): Html {
  const { api, exchange, note } = side;
  const name = `${label}: ${APIS[api]}`;
  return html`<div class="surface" data-surface="${api}" id="${id}-${api}" role="group" aria-label="${name}">
${exchange && exchangeBlocks(source, name, side, exchange)}
${note && html`<p class="missing">${note}</p>`}
</div>`;
}

/** The request, and on test deployments what the page's script sends; the response. */
function exchangeBlocks(
  { canRun }: DocsSource,
  name: string,
  { api, request, response }: Side,
  exchange: RecordedExchange,
): Html {
  const { status } = exchange.response;
  const runs =
    canRun && html` data-run="${JSON.stringify({ headers: {}, ...exchange.request })}"`;
  return html`<div class="block" data-status="${status}"${runs}>
<p class="head"><b>${APIS[api]}</b></p>
<pre tabindex="0" role="group" aria-label="${name}"><code>${highlighted(request, 'bash')}</code></pre>
</div>
<div class="block">
<p class="head">Response, ${status}${response ? '' : ', without a body'}</p>
${
  response &&
  html`<pre class="answer" tabindex="0" role="group" aria-label="${name}, response"><code>${highlighted(response, 'json')}</code></pre>`
}
</div>`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
