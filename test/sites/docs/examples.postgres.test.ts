// The examples of the guides, run unchanged by the demo owner over HTTP, in page order.
import { parse, specifiedRules, UniqueOperationNamesRule, validate } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_IDS } from '../../../src/demo/demo-data.ts';
import { schemaOf } from '../../../src/graphql/schema.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { PRODUCTS_PATH } from '../../../src/paths.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { htmlText } from '../../support/html-text.ts';
import { serve } from '../../support/serve.ts';
import { EXAMPLES_WRITTEN_AT } from '../../system/contract/recorded-examples.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, GUIDES, ORIGIN, opening } from './docs-of.ts';
import { hasCurl, runCurl } from './run-curl.ts';

const SURFACES = ['rest', 'graphql'] as const;
type Surface = (typeof SURFACES)[number];

const released = createVersions(RELEASES);

async function guidesOf(origin = ORIGIN) {
  const open = opening(docsOf(released, { origin }));
  const pages = await Promise.all(GUIDES.map((id) => open(`/docs/guides/${id}`)));
  return pages.map(({ body }) => /<main.*<\/main>/s.exec(body)?.[0]).join('\n');
}
const codeBlocks = (html: string) =>
  [...html.matchAll(/<code>(.*?)<\/code>/gs)].map(([, block = '']) => htmlText(block));

const codeIn = (html: string, attributes: string) =>
  htmlText(
    new RegExp(`<pre ${attributes}[^>]*><code>(.*?)</code>`, 's').exec(html)?.[1] ?? '',
  );

/** Where a long response is cut, after the comma of a field. */
const CUT = /,?\n *…/;

/** The guides' examples for an API, each with the response that the page shows. */
function examplesOf(guides: string, surface: Surface) {
  const figures = [
    ...guides.matchAll(/<figure class="example" id="([^"]*)">(.*?)<\/figure>/gs),
  ];
  return figures.flatMap(([, id = '', figure = '']) => {
    const side =
      figure
        .split('<div class="surface" ')
        .find((part) => part.startsWith(`data-surface="${surface}"`)) ?? '';
    const [, status] = / data-status="(\d+)"/.exec(side) ?? [];
    // A version may lack an operation.
    if (!status) return [];
    const answer = codeIn(side, 'class="json"');
    const code = codeIn(side, 'class="bash"');
    return [
      {
        id,
        status: Number(status),
        code,
        answer: answer === '' ? undefined : (JSON.parse(answer.replace(CUT, '')) as unknown),
        isCut: CUT.test(answer),
      },
    ];
  });
}

/**
 * A response without what depends on the clock and on line breaks, and with the first new ID in place of a later one.
 */
const comparable = (answer: unknown, creates = 0) => {
  const first = DEMO_IDS.products.camping + 1;
  const id = first + creates;
  const isSteady = (name: string) => !/^((created|updated)_?at|locations)$/i.test(name);
  return JSON.stringify(answer, (name, value) => (isSteady(name) ? value : undefined))
    .replaceAll(new RegExp(`("id":"?)${id}\\b`, 'g'), `$1${first}`)
    .replaceAll(`${PRODUCTS_PATH}/${id}`, `${PRODUCTS_PATH}/${first}`);
};

/** Runs each example with a token of the latest version. Each shows the first create of a new deployment. */
async function runAll(surface: Surface): Promise<void> {
  const { origin, token, close } = await serve(() =>
    createDemoApp(EXAMPLES_WRITTEN_AT, { versions: released }),
  );
  onTestFinished(close);
  let creates = 0;
  const examples = examplesOf(await guidesOf(), surface);
  for (const { id, code, status, answer, isCut } of examples) {
    const printed = await runCurl(code.replaceAll(ORIGIN, origin), token);
    expect([id, printed.status]).toEqual([id, status]);
    if (printed.body) {
      const seen = JSON.parse(comparable(printed.body, creates));
      const shown = JSON.parse(comparable(answer));
      if (isCut) expect(seen, id).toMatchObject(shown);
      else expect(seen, id).toEqual(shown);
    }
    if (id.startsWith('create-')) creates++;
  }
  expect(examples.length).toBeGreaterThan(5);
}

test.runIf(hasCurl).each(SURFACES)('each example on %s returns what the guide shows', runAll);

test.runIf(hasCurl)(
  'the command that checks a token returns 200 for a valid one, and 401 for another',
  async () => {
    const { origin, token, close } = await serve(() => createDemoApp(EXAMPLES_WRITTEN_AT));
    onTestFinished(close);
    const blocks = codeBlocks(await guidesOf(origin));
    const command = blocks.find((block) => block.includes('{viewer{name}}')) ?? '';
    expect(await runCurl(command, token)).toMatchObject({
      status: 200,
      body: { data: { viewer: { name: expect.any(String) } } },
    });
    expect(await runCurl(command, `${token}x`)).toMatchObject({ status: 401 });
  },
);

test.each([
  ['today', released],
  ['on the day of the rehearsed release', rehearsedOn(V2)],
])(
  'the GraphQL documents of clients in the guides match the schema: %s',
  async (_, versions) => {
    const documents = codeBlocks(await guidesOf()).flatMap((block) =>
      [...block.matchAll(/(?:graphql\(\s*|gql)`(.*?)`/gs)].map(
        ([, document = '']) => document,
      ),
    );
    expect(documents.length).toBeGreaterThan(2);
    // A document may use a fragment of another one, and two clients may give operations the same name.
    const rules = specifiedRules.filter((rule) => rule !== UniqueOperationNamesRule);
    const all = parse(documents.join('\n'));
    expect(validate(schemaOf(versions), all, rules)).toEqual([]);
  },
);
