// The examples on pages: a curl request in REST or GraphQL, as the reader chooses, and its response.
import { html } from 'hono/html';
import { ROOT_FIELDS, schemaOf } from '../../../graphql/schema.ts';
import {
  type RecordedResponse,
  recordedResponses,
  restRequest,
} from '../../../openapi/examples.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/operation-examples.ts';
import { endpointOf, isServed } from '../../../rest/route.ts';
import { type RestOperationName, ROUTES } from '../../../rest/routes.ts';
import { createCodecs } from '../../../rest/wire-codec.ts';
import type { Html } from '../../pages/frame.ts';
import { type ExampleExchange, printCurl, printJson } from '../../pages/snippets.ts';
import { type DocsSource, highlighted } from '../layout.ts';
import { type Example, graphqlRequest, inputOf, routeOf } from './example.ts';

const SURFACES = { rest: 'REST', graphql: 'GraphQL' } as const;
type Surface = keyof typeof SURFACES;

/** Radio buttons choose an API without a script. */
const choiceOf = (id: string, label: string, first: Surface): Html =>
  html`<fieldset class="choice-of-surface"><legend>API: ${label}</legend>
${Object.entries(SURFACES).map(
  ([surface, name]) =>
    html`<label><input type="radio" name="${id}-surface" value="${surface}"${surface === first && html` checked`}>${name}</label>`,
)}
</fieldset>`;

export type ExampleFigures = ReturnType<typeof createExampleFigures>;

/** Figures in the REST names and values of a version. */
export function createExampleFigures(source: DocsSource, version = source.versions.newest()) {
  const { versions } = source;
  const newest = versions.newest();
  const codecOf = createCodecs(versions);
  const codec = codecOf(version);
  /** Makes a request use this version whatever its token's; a new token has the latest. */
  const versionHeader = version === newest ? {} : { 'service-version': version };
  const responseTo = recordedResponses(version);
  const responseOnGraphQL = recordedResponses(newest);

  function onRest(example: Example): ExampleExchange {
    const { operation, headers, tokenInUrl } = example;
    const input = example.input && inputOf(codec, operation, example.input);
    const made = restRequest(codec, routeOf(operation), { ...example, input });
    const request = { ...made, headers: { ...versionHeader, ...headers, ...made.headers } };
    return { ...request, tokenInUrl, response: responseTo(request) };
  }

  /** GraphQL has no versions: its examples are the latest version's. */
  function onGraphQL(example: Example): ExampleExchange {
    const { operation, tokenInUrl } = example;
    const input = example.input && inputOf(codecOf(newest), operation, example.input);
    const request = graphqlRequest(schemaOf(versions), example, input);
    return { ...request, tokenInUrl, response: responseOnGraphQL(request) };
  }

  /** A string is the name of an operation that the version lacks in that API. */
  function exchanges(example: Example): readonly (readonly [Surface, ExampleExchange | string])[] {
    const { operation } = example;
    const route = routeOf(operation);
    return [
      ['rest', isServed(codec.view, route) ? onRest(example) : endpointOf(route)],
      [
        'graphql',
        versions.union(newest).has(operation)
          ? onGraphQL(example)
          : (ROOT_FIELDS.get(operation) ?? ''),
      ],
    ];
  }

  function side(
    surface: Surface,
    { id, label, graphqlNote }: Example,
    made: ExampleExchange | string,
  ): Html {
    const name = SURFACES[surface];
    return html`<div class="surface" data-surface="${surface}" id="${id}-${surface}" role="group" aria-label="${label}: ${name}">
${typeof made === 'string' ? html`<p class="missing">Version ${version} does not have <code>${made}</code>.</p>` : exchangeBlocks(source, name, label, made)}
${surface === 'graphql' && graphqlNote ? html`<p class="missing">${graphqlNote}</p>` : ''}
</div>`;
  }

  /** @throws if the example doesn't fit its operation. `first` is the API shown initially. */
  function show(example: Example, first: Surface = 'rest'): Html {
    const { id, label } = example;
    return html`<figure class="example" id="${id}">
<figcaption><b>${label}</b>${choiceOf(id, label, first)}</figcaption>
${exchanges(example).map(([surface, made]) => side(surface, example, made))}
</figure>`;
  }

  return {
    show,
    /** The example's requests and responses in both APIs. */
    markdown(example: Example): string {
      const title = (surface: Surface) => `${example.label}, ${SURFACES[surface]}`;
      const texts = exchanges(example).map(([surface, made]) =>
        typeof made === 'string'
          ? `Version ${version} does not have \`${made}\`.`
          : printMarkdown(source.origin, title(surface), made),
      );
      return [...texts, ...(example.graphqlNote ? [example.graphqlNote] : [])].join('\n\n');
    },
    /** An operation's examples in the OpenAPI document. */
    ofOperation: (operation: RestOperationName) =>
      Object.entries(OPERATION_EXAMPLES[operation]).map(([name, { summary, ...example }]) =>
        show({ ...example, id: `${operation}-${name}`, label: summary, operation }),
      ),
  };
}

/** The example of a field of Query or Mutation, the first of its operation; undefined for a field without one. */
export function rootFieldExample(rootField: string, label: string): Example | undefined {
  // REST reads a bundle as a product.
  const isBundle = rootField === ROOT_FIELDS.get('readBundle');
  const name = isBundle ? 'readProduct' : undefined;
  const route = ROUTES.find(
    ({ operation }) => operation.name === name || ROOT_FIELDS.get(operation.name) === rootField,
  );
  if (!route) return undefined;
  const operation = route.operation.name;
  const [first] = Object.values(OPERATION_EXAMPLES[operation]);
  const example = isBundle ? OPERATION_EXAMPLES.readProduct.bundle : first;
  return { ...example, id: `${rootField}-example`, label, operation };
}

/** What the script sends; an address it shows never contains a token. */
const runAttribute = ({
  method,
  path,
  headers = {},
  body,
  query,
  tokenInUrl,
}: ExampleExchange): Html | '' =>
  tokenInUrl ? '' : html` data-run="${JSON.stringify({ method, path, headers, query, body })}"`;

const exchangeBlocks = (
  { origin, canRun }: DocsSource,
  name: string,
  label: string,
  exchange: ExampleExchange,
): Html =>
  html`<div class="block" data-status="${exchange.response?.status}"${canRun ? runAttribute(exchange) : ''}>
<p class="head"><b>${name}</b></p>
<pre tabindex="0" role="group" aria-label="${label}, ${name}"><code>${highlighted(printCurl(origin, exchange), 'bash')}</code></pre></div>
${exchange.response && responseBlock(name, label, exchange.response)}`;

const responseBlock = (name: string, label: string, { status, body }: RecordedResponse): Html =>
  html`<div class="block">
<p class="head">Response, ${status}${body ? '' : ', without a body'}</p>
${body ? html`<pre class="answer" tabindex="0" role="group" aria-label="${label}, ${name}, response"><code>${highlighted(printJson(body), 'json')}</code></pre>` : ''}
</div>`;

function printMarkdown(origin: string, title: string, exchange: ExampleExchange): string {
  const { status, body } = exchange.response ?? {};
  const response = body
    ? `\n\nResponse, ${status}:\n\n${fenced('json', printJson(body))}`
    : `\n\nResponse, ${status}.`;
  return `${title}:\n\n${fenced('sh', printCurl(origin, exchange))}${status ? response : ''}`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
