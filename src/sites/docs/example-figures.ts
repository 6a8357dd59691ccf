// Code on the pages of the documentation, highlighted; and examples: a curl request in REST or GraphQL, as the reader
// chooses, and its response.
import highlighter from 'highlight.js/lib/common';
import { html, raw } from 'hono/html';
import { withDemoImages } from '../../demo/demo-images.ts';
import { type RecordedExchange, recordedExamples } from '../../openapi/recorded-examples.ts';
import type { VersionName } from '../../operation/versions.ts';
import type { Html } from '../pages/frame.ts';
import { printCurl, printJson } from '../pages/snippets.ts';
import type { DocsSource, Page, ShownExample } from './page.ts';

export const APIS = { rest: 'REST', graphql: 'GraphQL' } as const;
type Api = keyof typeof APIS;

/** A version's examples; test deployments serve the images of the demo data themselves. */
export const recordedOn = ({ isTest, origin }: DocsSource, version: VersionName) =>
  isTest ? withDemoImages(recordedExamples(version), origin) : recordedExamples(version);

/** The examples of a version on REST; GraphQL has no versions: its examples are the latest version's. */
export function createExampleFigures(source: DocsSource, { site, version }: Page) {
  const { versions, origin, isTest } = source;
  const newest = versions.newest();
  const first = site === 'graphql' ? site : 'rest';
  const [onRest, onGraphql] = [recordedOn(source, version), recordedOn(source, newest)];

  /** Makes a request use this version whatever its token's; a new token has the latest. */
  function inVersion(exchange: RecordedExchange | undefined) {
    if (!exchange || version === newest) return exchange;
    const headers = { 'service-version': version, ...exchange.request.headers };
    return { ...exchange, request: { ...exchange.request, headers } };
  }

  function side(
    { id, label, after, isCut }: ShownExample,
    api: Api,
    exchange?: RecordedExchange,
  ) {
    const name = `${label}: ${APIS[api]}`;
    const surface = (content: Html) =>
      html`<div class="surface" data-surface="${api}" id="${id}-${api}" role="group" aria-label="${name}">
${content}
</div>`;
    if (!exchange)
      return surface(
        html`<p class="missing">Version ${version} does not have this operation on ${APIS[api]}.</p>`,
      );
    const { request, response } = exchange;
    const { status, body } = response;
    const json = body && (isCut ? firstLines(printJson(body)) : printJson(body));
    // What the page's script sends.
    const sent = { headers: {}, ...request, after: after && `${after}-${api}` };
    const runs = isTest && html` data-run="${JSON.stringify(sent)}"`;
    return surface(html`<div class="block" data-status="${status}"${runs}>
<p class="head"><b>${APIS[api]}</b></p>
${codeOf(name, printCurl(origin, request), 'bash')}
</div>
<div class="block">
<p class="head">Response, ${status}${!json && ', without a body'}</p>
${json && codeOf(`${name}, response`, json, 'json')}
</div>`);
  }

  /** Empty before the example is recorded. */
  return (example: ShownExample) => {
    const { id, label } = example;
    // Radio buttons choose an API without a script.
    const radios = Object.entries(APIS).map(
      ([api, name]) => html`
<label><input type="radio" name="${id}-surface" value="${api}"${api === first && html` checked`}>${name}</label>`,
    );
    const [rest, graphql] = [inVersion(onRest[id]?.rest), onGraphql[id]?.graphql];
    if (!rest && !graphql) return '';
    return html`<figure class="example" id="${id}">
<figcaption><b>${label}</b><fieldset class="choice-of-surface"><legend>API: ${label}</legend>
${radios}
</fieldset></figcaption>
${side(example, 'rest', rest)}
${side(example, 'graphql', graphql)}
</figure>`;
  };
}

const SHOWN_LINES = 6;

/** The start of a long response, and the brackets at its end. */
function firstLines(json: string) {
  const lines = json.split('\n');
  const closing = lines.slice(lines.findLastIndex((line) => /\w/.test(line)) + 1);
  if (lines.length <= SHOWN_LINES + closing.length + 1) return json;
  return [...lines.slice(0, SHOWN_LINES), '    …', ...closing].join('\n');
}

const codeOf = (label: string, text: string, language: string) =>
  html`<pre class="${language}" tabindex="0" role="group" aria-label="${label}"><code>${highlighted(
    text,
    language,
  )}</code></pre>`;

/** Highlighted code; as it is for a label that is no language. */
function highlighted(text: string, language: string) {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name)
    ? raw(highlighter.highlight(text, { language: name }).value)
    : text;
}

/** Code to paste; a script adds a copy button. */
export const code = (text: string, label: string, language: string) =>
  html`<figure class="code block">
<figcaption class="head">${label}</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(text, language)}</code></pre>
</figure>`;
