// The examples on pages: a curl request in REST or GraphQL, as the reader chooses, and its response.
import { html } from 'hono/html';
import { type RecordedExchange, recordedExamples } from '../../openapi/recorded-examples.ts';
import type { VersionName } from '../../operation/versions.ts';
import type { Html } from '../pages/frame.ts';
import { printCurl, printJson } from '../pages/snippets.ts';
import { highlighted } from './highlight.ts';
import type { DocsSource, ShownExample } from './page.ts';

const APIS = { rest: 'REST', graphql: 'GraphQL' } as const;
type Api = keyof typeof APIS;

export type ExampleFigures = ReturnType<typeof createExampleFigures>;

/** The examples of a version on REST; GraphQL has no versions: its examples are the latest version's. */
export function createExampleFigures(source: DocsSource, version: VersionName) {
  const newest = source.versions.newest();
  const [onRest, onGraphql] = [recordedExamples(version), recordedExamples(newest)];

  /** Makes a request use this version whatever its token's; a new token has the latest. */
  function inVersion(exchange: RecordedExchange | undefined): RecordedExchange | undefined {
    if (!exchange || version === newest) return exchange;
    const headers = { 'service-version': version, ...exchange.request.headers };
    return { ...exchange, request: { ...exchange.request, headers } };
  }

  const exchanges = (
    id: string,
  ): readonly (readonly [Api, RecordedExchange | undefined])[] => [
    ['rest', inVersion(onRest[id]?.rest)],
    ['graphql', onGraphql[id]?.graphql],
  ];

  const isRecorded = (id: string) => onRest[id] !== undefined || onGraphql[id] !== undefined;

  const missing = (api: Api) =>
    `Version ${version} does not have this operation on ${APIS[api]}.`;

  function side(
    { id, label, graphqlNote }: ShownExample,
    api: Api,
    exchange: RecordedExchange | undefined,
  ): Html {
    const name = `${label}: ${APIS[api]}`;
    const note = exchange ? api === 'graphql' && graphqlNote : missing(api);
    return html`<div class="surface" data-surface="${api}" id="${id}-${api}" role="group" aria-label="${name}">
${exchange && requestBlock(source, name, APIS[api], exchange)}
${exchange && responseBlock(name, exchange)}
${note && html`<p class="missing">${note}</p>`}
</div>`;
  }

  return {
    /** Empty before the example is recorded. */
    show(example: ShownExample): Html | '' {
      const { id, label, first = 'rest' } = example;
      if (!isRecorded(id)) return '';
      return html`<figure class="example" id="${id}">
<figcaption><b>${label}</b>${choiceOf(id, label, first)}</figcaption>
${exchanges(id).map(([api, exchange]) => side(example, api, exchange))}
</figure>`;
    },
    /** The example's requests and responses over both APIs; empty before it is recorded. */
    markdown({ id, label, graphqlNote }: ShownExample): string {
      if (!isRecorded(id)) return '';
      const texts = exchanges(id).map(([api, exchange]) =>
        exchange
          ? `${label}, ${APIS[api]}:\n\n${printMarkdown(source.origin, exchange)}`
          : missing(api),
      );
      return [...texts, ...(graphqlNote ? [graphqlNote] : [])].join('\n\n');
    },
  };
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

/** The request, and on test deployments what the page's script sends; an address it shows never has a token. */
function requestBlock(
  { origin, canRun }: DocsSource,
  label: string,
  name: string,
  { request, response }: RecordedExchange,
): Html {
  const runs =
    canRun &&
    !request.tokenInUrl &&
    html` data-run="${JSON.stringify({ headers: {}, ...request })}"`;
  return html`<div class="block" data-status="${response.status}"${runs}>
<p class="head"><b>${name}</b></p>
<pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(
    printCurl(origin, request),
    'bash',
  )}</code></pre>
</div>`;
}

const responseBlock = (label: string, { response: { status, body } }: RecordedExchange) =>
  html`<div class="block">
<p class="head">Response, ${status}${body ? '' : ', without a body'}</p>
${body && answer(label, body)}
</div>`;

const answer = (label: string, body: object) =>
  html`<pre class="answer" tabindex="0" role="group" aria-label="${label}, response"><code>${highlighted(
    printJson(body),
    'json',
  )}</code></pre>`;

function printMarkdown(
  origin: string,
  { request, response: { status, body } }: RecordedExchange,
): string {
  const response = body
    ? `Response, ${status}:\n\n${fenced('json', printJson(body))}`
    : `Response, ${status}.`;
  return `${fenced('sh', printCurl(origin, request))}\n\n${response}`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
