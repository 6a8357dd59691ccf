// The examples of the guides, run as they stand by the demo owner: each in its language, over HTTP, in the order of the page.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, specifiedRules, UniqueOperationNamesRule, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaOf } from '../../../src/graphql/schema.ts';
import { listen } from '../../../src/http/listen.ts';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { htmlText } from '../../../src/sites/docs/html-text.ts';
import { createDocs, type Docs } from '../../../src/sites/docs/server.ts';
import { LANGUAGES, type Language } from '../../../src/sites/docs/snippets/languages.ts';
import { rehearsedOn, V2 } from '../../releases/rehearsal.ts';
import { budget } from '../../support/app.ts';
import { createDemoApp, type DemoApp } from '../../support/demo-app.ts';
import { canRun, printedAnswer, runExample } from './interpreters.ts';

const NOW = new Date('2026-07-10T12:00:00Z');
const languages = Object.keys(LANGUAGES) as Language[];

interface Example {
  readonly id: string;
  /** Undefined for code that is no whole request. */
  readonly status: number | undefined;
  readonly code: string;
  readonly answer: unknown;
}

/** The examples of a page in a language, each with the answer that the page shows. */
function examplesOf(page: string, language: Language): Example[] {
  const figures = [...page.matchAll(/<figure class="code( tabs)?"(.*?)<\/figure>/gs)];
  return figures.flatMap(([, isTabs, figure = ''], index) => {
    if (!isTabs) return [];
    const [, id = '', status] = /^ id="([^"]*)"(?: data-status="(\d+)")?/.exec(figure) ?? [];
    const [, code = ''] =
      new RegExp(`<pre data-language="${language}"[^>]*><code>(.*?)</code>`, 's').exec(figure) ?? [];
    const next = figures[index + 1]?.[2] ?? '';
    const [, answer] = /<figcaption>Answer, \d+<.*?<code>(.*?)<\/code>/s.exec(next) ?? [];
    return [
      {
        id,
        status: status ? Number(status) : undefined,
        code: htmlText(code),
        answer: answer === undefined ? undefined : JSON.parse(htmlText(answer)),
      },
    ];
  });
}

/** All guides, in their order. */
async function guidesIn(docs: Docs): Promise<string> {
  const pages = GUIDES.map(async (id) => {
    const request = new Request(`http://localhost/docs/guides/${id}`);
    return (await docs.handle(request, new URL(request.url))).text();
  });
  return (await Promise.all(pages)).join('\n');
}

/** A service with fresh demo data, a token of its newest version, and its guides. */
async function serve(versions = createVersions(RELEASES)) {
  let app: DemoApp | undefined;
  // The guides name the origin, and its port is known once the service listens.
  const server = await listen(
    { fetch: (...request) => (app as DemoApp).app.fetch(...request) },
    { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) },
  );
  const publicOrigin = `http://127.0.0.1:${server.port}`;
  app = await createDemoApp(NOW, { config: { publicOrigin }, versions });
  const page = await guidesIn(createDocs({ versions, throttle: budget(), origin: publicOrigin }));
  return {
    page,
    token: app.token,
    async stop() {
      await server.stop();
      await app?.close();
    },
  };
}

for (const language of languages) {
  if (!canRun(language))
    process.stderr.write(`The examples in ${LANGUAGES[language].name} are not run: not on this machine.\n`);
}

/** Runs each example with a token of the newest version; answers with their ids. */
async function runAll(language: Language, versions?: Versions): Promise<string[]> {
  const { page, token, stop } = await serve(versions);
  try {
    const requests = examplesOf(page, language).filter(({ status }) => status !== undefined);
    for (const { id, status, code, answer } of requests) {
      const printed = printedAnswer(language, await runExample(language, code, token));
      expect([id, printed.status]).toEqual([id, status]);
      if (answer && printed.body) expect(printed.body, id).toEqual(answer);
    }
    return requests.map(({ id }) => id);
  } finally {
    await stop();
  }
}

describe.each(languages)('in %s', (language) => {
  test.runIf(canRun(language))('each is answered as documented', async () => {
    expect((await runAll(language)).length).toBeGreaterThanOrEqual(10);
  });
});

test.runIf(canRun('curl'))(
  'after a release each is answered as documented in its names and values; what it withdrew has no example (D46)',
  async () => {
    const ids = await runAll('curl', rehearsedOn(V2));
    expect(ids).toEqual(expect.arrayContaining(['create-product', 'update-if-unchanged', 'refused-graphql']));
    expect(ids).not.toContain('refused');
  },
);

describe('Retry-After', () => {
  let origin: string;
  let attempts = 0;
  const server = createServer((request, response) => {
    request.resume();
    attempts++;
    const status = attempts < 3 ? 429 : 201;
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': attempts === 1 ? '1' : '0' });
    response.end(JSON.stringify({ attempts }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
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

  test.each(languages.filter(canRun))('is waited for in %s', async (language) => {
    attempts = 0;
    const docs = createDocs({ versions: createVersions(RELEASES), throttle: budget(), origin });
    const examples = examplesOf(await guidesIn(docs), language);
    const code = (id: string) => examples.find((example) => example.id === id)?.code ?? '';
    const text = await runExample(language, calls[language](code('retry-after'), code('create-product')), 'svc_test_x');
    expect([printedAnswer(language, text).status, attempts]).toEqual([201, 3]);
  });
});

test.each([
  ['today', createVersions(RELEASES), { withClients: true }],
  ['on the day of the rehearsed release', rehearsedOn(V2), { withClients: true }],
  // The front end of a guide is a program: it is edited before a field that it shows ends.
  ['when the version before it has ended', rehearsedOn('2032-09-01'), { withClients: false }],
])('each GraphQL document of the guides fits the schema: %s', async (_, versions, { withClients }) => {
  const docs = createDocs({ versions, throttle: budget(), origin: 'http://localhost' });
  const page = await guidesIn(docs);
  const blocks = [...page.matchAll(/<code>(.*?)<\/code>/gs)].map(([, block = '']) => htmlText(block));
  const inRequests = blocks.flatMap((block) =>
    [...block.matchAll(/"query": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text) as string),
  );
  const inClients = blocks.flatMap((block) =>
    [...block.matchAll(/(?:graphql\(|gql)`(.*?)`/gs)].map(([, text = '']) => text),
  );
  expect([inRequests.length > 3, inClients.length > 3]).toEqual([true, true]);
  // A document of a client may use a fragment of another one, and two clients may name an operation alike.
  const rules = specifiedRules.filter((rule) => rule !== UniqueOperationNamesRule);
  const faults = [...inRequests, ...(withClients ? [inClients.join('\n')] : [])].flatMap((document) =>
    validate(schemaOf(versions), parse(document), rules).map(({ message }) => `${document}: ${message}`),
  );
  expect(faults).toEqual([]);
});
