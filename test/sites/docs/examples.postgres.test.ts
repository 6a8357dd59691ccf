// The examples of the guides, run as they stand by the demo owner: each in its language, over HTTP, in the order of the page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, specifiedRules, UniqueOperationNamesRule, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_IDS } from '../../../src/demo/demo-data.ts';
import { schemaOf } from '../../../src/graphql/schema.ts';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { productPath } from '../../../src/paths.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { createGuides } from '../../../src/sites/docs/guides/render-guide.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { LANGUAGES, type Language } from '../../../src/sites/docs/languages.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { serve } from '../../support/serve.ts';
import { EXAMPLES_WRITTEN_AT } from '../../system/contract/recorded-examples.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { ORIGIN, sourceOf } from './docs-of.ts';
import { canRun, printedAnswer, runExample, runExamples } from './interpreters.ts';

const SURFACES = ['rest', 'graphql'] as const;
type Surface = (typeof SURFACES)[number];
const languages = (Object.keys(LANGUAGES) as Language[]).filter((language) => {
  if (canRun(language)) return true;
  process.stderr.write(`The examples in ${LANGUAGES[language].name} are not run: not on this machine.\n`);
  return false;
});

const guidesOf = async (versions: Versions, origin = ORIGIN) => {
  const guide = createGuides(sourceOf(versions, { origin }));
  return (await Promise.all(GUIDES.map((id) => guide(id).content))).join('\n');
};
const released = createVersions(RELEASES);

const codeIn = (html: string, language: string) =>
  htmlText(new RegExp(`<pre ${language}[^>]*><code>(.*?)</code>`, 's').exec(html)?.[1] ?? '');

/** The examples of the guides on a surface, each with the response that the page shows. */
function examplesOf(guides: string, surface: Surface, language: Language) {
  const figures = [...guides.matchAll(/<figure class="example" id="([^"]*)">(.*?)<\/figure>/gs)];
  return figures.flatMap(([, id = '', figure = '']) => {
    const side =
      figure.split('<div class="surface" ').find((part) => part.startsWith(`data-surface="${surface}"`)) ?? '';
    const [, status] = / data-status="(\d+)"/.exec(side) ?? [];
    // A version can be without an operation.
    if (!status) return [];
    const answer = codeIn(side, 'class="answer"');
    const code = codeIn(side, `data-language="${language}"`);
    return [{ id, status: Number(status), code, answer: answer === '' ? undefined : (JSON.parse(answer) as unknown) }];
  });
}

/** An answer without what depends on the clock and on line breaks, and with the first new id in place of a later one. */
const comparable = (answer: unknown, creates = 0) => {
  const [first, id] = [DEMO_IDS.nextProduct, DEMO_IDS.nextProduct + creates];
  const isSteady = (name: string) => !/^((created|updated)_?at|locations)$/i.test(name);
  return JSON.stringify(answer, (name, value) => (isSteady(name) ? value : undefined))
    .replaceAll(new RegExp(`("id":"?)${id}\\b`, 'g'), `$1${first}`)
    .replaceAll(productPath(id), productPath(first));
};

/** Runs each example with a token of the newest version. Each shows the first create of a new deployment. */
async function runAll(surface: Surface, language: Language): Promise<void> {
  const { origin, token, close } = await serve(() => createDemoApp(EXAMPLES_WRITTEN_AT));
  let creates = 0;
  try {
    const examples = examplesOf(await guidesOf(released), surface, language);
    const codes = examples.map(({ code }) => code.replaceAll(ORIGIN, origin));
    const texts = await runExamples(language, codes, token);
    for (const [index, { id, status, answer }] of examples.entries()) {
      const printed = printedAnswer(language, texts[index] ?? '');
      expect([id, printed.status]).toEqual([id, status]);
      if (printed.body)
        expect(JSON.parse(comparable(printed.body, creates)), id).toEqual(JSON.parse(comparable(answer)));
      if (id.startsWith('create-')) creates++;
    }
    expect(examples.length).toBeGreaterThanOrEqual(9);
  } finally {
    await close();
  }
}

describe.each(SURFACES)('on %s', (surface) => {
  test.each(languages)('in %s each is answered as documented', (language) => runAll(surface, language));
});

describe.concurrent('Retry-After', () => {
  /** By the token of the language. */
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    const token = request.headers.authorization ?? '';
    const attempt = (attempts.get(token) ?? 0) + 1;
    attempts.set(token, attempt);
    const headers = { 'Content-Type': 'application/json', 'Retry-After': attempt === 1 ? '1' : '0' };
    response.writeHead(attempt < 3 ? 429 : 201, headers).end('{}');
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The code of the guide with a request that calls it. */
  const calls: Readonly<Record<Language, (code: string, create: string) => string>> = {
    curl: (code) => code,
    javascript: (code, create) => `${code}\n${create.replace('await fetch(', 'await fetchWithRetries(')}`,
    python: (code, create) => `${code}\n\n\n${create.replace('requests.post(', 'post_with_retries(')}`,
    php: (code, create) =>
      `${code}\n${create.replace('<?php', '').replace('curl_exec($request)', 'curl_exec_with_retries($request)')}`,
  };

  test.each(languages)('is waited for in %s', async (language) => {
    const token = `svc_test_${language}`;
    const { port } = server.address() as AddressInfo;
    const guides = await guidesOf(released, `http://127.0.0.1:${port}`);
    const [, tabs = ''] = /<figure [^>]* id="retry-after">(.*?)<\/figure>/s.exec(guides) ?? [];
    const create = examplesOf(guides, 'rest', language).find(({ id }) => id === 'create-product')?.code ?? '';
    const code = codeIn(tabs, `data-language="${language}"`);
    const text = await runExample(language, calls[language](code, create), token);
    expect([printedAnswer(language, text).status, attempts.get(`Bearer ${token}`)]).toEqual([201, 3]);
  });
});

test.each([
  ['today', createVersions(RELEASES), { withClients: true }],
  ['on the day of the rehearsed release', rehearsedOn(V2), { withClients: true }],
  // The front end of a guide is a program: it is edited before a field that it shows ends.
  ['when the version before it has ended', rehearsedOn('2032-09-01'), { withClients: false }],
])('each GraphQL document of the guides fits the schema: %s', async (_, versions, { withClients }) => {
  const blocks = [...(await guidesOf(versions)).matchAll(/<code>(.*?)<\/code>/gs)].map(([, block = '']) =>
    htmlText(block),
  );
  const all = (pattern: RegExp) => blocks.flatMap((block) => [...block.matchAll(pattern)].map(([, text = '']) => text));
  const inRequests = all(/"query": "((?:[^"\\]|\\.)*)"/g).map((text) => text.replaceAll('\n', ' '));
  const inClients = all(/(?:graphql\(|gql)`(.*?)`/gs);
  expect([inRequests.length > 3, inClients.length > 3]).toEqual([true, true]);
  // A document of a client may use a fragment of another one, and two clients may name an operation alike.
  const rules = specifiedRules.filter((rule) => rule !== UniqueOperationNamesRule);
  const faults = [...inRequests, ...(withClients ? [inClients.join('\n')] : [])].flatMap((document) =>
    validate(schemaOf(versions), parse(document), rules).map(({ message }) => `${document}: ${message}`),
  );
  expect(faults).toEqual([]);
});
