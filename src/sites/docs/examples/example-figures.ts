// The figures of examples: REST or GraphQL, as one chooses, each with its request in every language and its answer.
import { html } from 'hono/html';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/examples.ts';
import { pathTemplate, type RestOperationName } from '../../../rest/routes.ts';
import type { Html } from '../../pages/frame.ts';
import type { ExampleRequest } from '../../pages/snippets/example-request.ts';
import { printJson } from '../../pages/snippets/print-literal.ts';
import { createNewestVersion, routeOf } from '../guides/newest-version.ts';
import { highlighted } from '../highlight.ts';
import { LANGUAGES, languageChoice, languages } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';
import type { Example } from './example.ts';
import { exchangeMarkdown } from './exchange-markdown.ts';
import { createGraphQLExchanges } from './graphql-exchange.ts';
import { restExchange } from './rest-exchange.ts';

const SURFACES = { rest: 'REST', graphql: 'GraphQL' } as const;
type Surface = keyof typeof SURFACES;

export interface ExampleFigures {
  /** @throws if the example does not fit its operation. `first` is the surface that is shown at first. */
  show(example: Example, first?: Surface): Html;
  /** The requests and responses of the example, on both surfaces. */
  markdown(example: Example): string;
  /** The examples of an operation in the OpenAPI document. */
  ofOperation(operation: RestOperationName): readonly Html[];
}

/** Figures in the names and values of a version on REST. */
export function createExampleFigures(source: DocsSource, version = source.versions.newest()): ExampleFigures {
  const names = createNewestVersion(source.versions, version);
  const newest = createNewestVersion(source.versions);
  const graphqlExchange = createGraphQLExchanges(source.versions);

  /** A text is the operation that the version does not have there. */
  function exchanges(example: Example): readonly (readonly [Surface, ExampleRequest | string])[] {
    const { operation } = example;
    const route = routeOf(operation);
    const isOnRest = names.hasOnRest(operation);
    const isOnGraphQL = newest.hasOnGraphQL(operation);
    return [
      ['rest', isOnRest ? restExchange(example, names) : `${route.method} ${pathTemplate(route)}`],
      ['graphql', isOnGraphQL ? graphqlExchange(example) : ROOT_FIELDS[operation]],
    ];
  }

  function side(surface: Surface, { id, label, graphqlNote }: Example, made: ExampleRequest | string): Html {
    const name = SURFACES[surface];
    return html`<div class="surface" data-surface="${surface}" id="${id}-${surface}" role="group" aria-label="${label}: ${name}">
${typeof made === 'string' ? html`<p class="head"><span><b>${name}</b></span></p><p class="missing">Version ${version} does not have <code>${made}</code>.</p>` : exchangeBlocks(source, name, label, made)}
${surface === 'graphql' && graphqlNote ? html`<p class="missing">${graphqlNote}</p>` : ''}
</div>`;
  }

  function show(example: Example, first: Surface = 'rest'): Html {
    const { id, label } = example;
    return html`<figure class="example" id="${id}">
<figcaption>${label}</figcaption>
<div class="choices">${surfaceChoice(id, label, first)}${languageChoice(id, label)}</div>
${exchanges(example).map(([surface, made]) => side(surface, example, made))}
</figure>`;
  }

  return {
    show,
    markdown(example) {
      const title = (surface: Surface) => `${example.label}, ${SURFACES[surface]}`;
      const texts = exchanges(example).map(([surface, made]) =>
        typeof made === 'string'
          ? `Version ${version} does not have \`${made}\`.`
          : exchangeMarkdown(source.origin, title(surface), made),
      );
      return [...texts, ...(example.graphqlNote ? [example.graphqlNote] : [])].join('\n\n');
    },
    ofOperation: (operation) =>
      Object.entries(OPERATION_EXAMPLES[operation]).map(([name, { summary, ...example }]) =>
        show({ ...example, id: `${operation}-${name}`, label: summary, operation }),
      ),
  };
}

const surfaceChoice = (id: string, label: string, first: Surface): Html =>
  html`<fieldset class="choice-of-surface"><legend>Surface: ${label}</legend>
${Object.entries(SURFACES).map(
  ([value, name]) =>
    html`<label><input type="radio" name="${id}-surface" value="${value}"${value === first ? html` checked` : ''}>${name}</label>`,
)}
</fieldset>`;

/** What the script sends; a token in the URL is no part of an address that it shows. */
const runAttribute = ({ method, path, headers = {}, body, query, tokenInUrl }: ExampleRequest): Html | '' =>
  tokenInUrl ? '' : html` data-run="${JSON.stringify({ method, path, headers, query, body })}"`;

const exchangeBlocks = ({ origin, canRun }: DocsSource, name: string, label: string, request: ExampleRequest): Html =>
  html`<div class="block" data-status="${request.status}"${canRun ? runAttribute(request) : ''}>
<p class="head"><span><b>${name}</b> <code>${request.method} ${request.path}</code></span></p>
${languages.map(
  (language) =>
    html`<pre data-language="${language}" tabindex="0" role="group" aria-label="${label}, ${name}, ${LANGUAGES[language].name}"><code>${highlighted(LANGUAGES[language].print(origin, request), LANGUAGES[language].grammar)}</code></pre>`,
)}
</div>
<div class="block">
<p class="head">Response, ${request.status}${request.answer ? '' : ', without a body'}</p>
${request.answer ? html`<pre class="answer" tabindex="0" role="group" aria-label="${label}, ${name}, response"><code>${highlighted(printJson(request.answer), 'json')}</code></pre>` : ''}
</div>`;
