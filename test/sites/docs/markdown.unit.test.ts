// The guides as Markdown for programs: at addresses of their own, by Accept, in lists; whole, and with links that lead somewhere.
import { describe, expect, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, ORIGIN, opening } from './docs-of.ts';

const docs = docsOf(createVersions(RELEASES));

const open = async (path: string, accept = '*/*', site = docs) => {
  const page = await opening(site)(path, accept);
  return { ...page, text: page.body, type: page.headers.get('content-type') };
};

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

describe.each(GUIDES)('/docs/guides/%s.md', (id) => {
  test('is the guide: its title, its examples as commands with responses, no mark of ours', async () => {
    const { status, type, text, headers } = await open(`/docs/guides/${id}.md`);
    expect([status, type, headers.get('cache-control')]).toEqual([200, MARKDOWN, 'no-cache']);
    expect(text).toMatch(/^# .+\n\n> .+\n\n/);
    expect(text).not.toMatch(/\{\{\w|\{#|^```+(?:example|tabs)/m);
    const fences = text.match(/^```+/gm) ?? [];
    expect(fences.length % 2).toBe(0);
  });

  test('has links with the origin; those below /docs lead to Markdown and pages', async () => {
    const { text } = await open(`/docs/guides/${id}.md`);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
    for (const link of links.filter((one) => one.startsWith(`${ORIGIN}/docs`)))
      expect([link, (await open(link)).status]).toEqual([link, 200]);
  });
});

test('an example has its request and its response on both surfaces, in the names of the newest version', async () => {
  const newer = (await open('/docs/guides/first-request.md', '*/*', docsOf(rehearsedOn(V2)))).text;
  expect(newer).toContain('"daily_rent": 24.5');
  const { text } = await open('/docs/guides/first-request.md');
  expect(text).toContain(`curl -i ${ORIGIN}/api/token-secured/product \\\n`);
  expect(text).toMatch(/Response, 201:\n\n```json\n\{/);
  expect(text).toContain('mutation ($input: CreateProductInput!)');
});

test('a sentence stands for the example of an endpoint that a version withdrew', async () => {
  const { text } = await open('/docs/guides/errors.md', '*/*', docsOf(rehearsedOn(V2)));
  expect(text).toContain(`Version ${V2} does not have \`POST /bundle\`.`);
});

describe('by Accept', () => {
  const guide = '/docs/guides/errors';

  test.each(['text/markdown', 'text/markdown, text/html;q=0.9, */*;q=0.1', 'text/html;q=0.5, Text/Markdown'])(
    '%s gets Markdown, which caches tell from the page',
    async (accept) => {
      const markdown = await open(guide, accept);
      expect([markdown.type, markdown.headers.get('vary')]).toEqual([MARKDOWN, 'Accept']);
      expect(markdown.text).toBe((await open(`${guide}.md`)).text);
      const page = await open(guide);
      expect(page.headers.get('vary')).toBe('Accept');
      expect(page.headers.get('etag')).not.toBe(markdown.headers.get('etag'));
    },
  );

  test.each([
    '*/*',
    '',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'text/*',
    'text/markdown;q=0',
    'application/json',
  ])('%j gets the page', async (accept) => expect((await open(guide, accept)).type).toBe(HTML));

  test('/docs is the list of guides', async () => {
    const [list, page] = [await open('/docs', 'text/markdown'), await open('/docs', 'text/html')];
    expect([list.type, list.text]).toEqual([MARKDOWN, (await open('/llms.txt')).text]);
    expect([page.type, page.headers.get('vary')]).toEqual([HTML, 'Accept']);
  });

  test('a page without Markdown is one for everybody', async () => {
    const { type, headers } = await open('/docs/rest', 'text/markdown');
    expect([type, headers.get('vary')]).toEqual([HTML, null]);
  });
});

test('a page names its Markdown', async () => {
  const link = (path: string) => `<link rel="alternate" type="text/markdown" href="${path}">`;
  expect((await open('/docs/guides/errors')).text).toContain(link('/docs/guides/errors.md'));
  expect((await open('/docs')).text).toContain(link('/llms.txt'));
  expect((await open('/docs/rest')).text).not.toContain('text/markdown');
});

test('/llms.txt lists every guide, and /llms-full.txt has all of them', async () => {
  const [list, full] = [await open('/llms.txt'), await open('/llms-full.txt')];
  expect([list.type, full.type]).toEqual(Array(2).fill('text/plain; charset=utf-8'));
  expect(list.text).toMatch(/^# Rental Marketplace Owner API\n\n> /);
  for (const id of GUIDES) {
    expect(list.text).toContain(`](${ORIGIN}/docs/guides/${id}.md): `);
    expect(full.text).toContain((await open(`/docs/guides/${id}.md`)).text);
  }
  for (const path of ['/openapi.yaml', '/docs/schema.graphql', '/llms-full.txt'])
    expect(list.text).toContain(`](${ORIGIN}${path})`);
});

test('Markdown of no guide is 404', async () => {
  for (const path of ['/docs/guides/nothing.md', '/docs/rest.md', '/docs/guides/errors.md.md'])
    expect((await open(path, 'text/markdown')).status).toBe(404);
});
