// The guides as the Markdown that agents read, and /llms.txt, which lists them.
import { expect, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { docsOf, GUIDES, ORIGIN, opening } from './docs-of.ts';

const open = opening(docsOf(createVersions(RELEASES)));

test.each(GUIDES)(
  '/docs/guides/%s.md is the guide with its values, examples as code, and links that work from anywhere',
  async (id) => {
    const { status, headers, body } = await open(`/docs/guides/${id}.md`);
    const type = headers.get('content-type');
    expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body).toMatch(/^# .+\n\n(?:> .+\n\n)?\S/);
    expect(body).not.toMatch(/\{\{\w|\{#|^```example|\]\((?!https:\/\/)/m);
    expect((body.match(/^ *```/gm) ?? []).length % 2).toBe(0);
  },
);

test('an example has its request and its response on both APIs', async () => {
  const { body } = await open('/docs/guides/first-request.md');
  expect(body).toContain(`curl -i ${ORIGIN}/api/token-secured/product \\\n`);
  expect(body).toMatch(/Response, 201:\n\n```json\n\{/);
  expect(body).toContain('mutation ($input: CreateProductInput!)');
});

test('/llms.txt names every guide, the references, the OpenAPI document and the SDL', async () => {
  const { status, headers, body } = await open('/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Rental Marketplace Owner API\n\n> /);
  const names = GUIDES.map((id) => `/docs/guides/${id}.md`);
  const others = ['/docs/rest', '/docs/graphql', '/openapi.json', '/docs/schema.graphql'];
  for (const path of [...names, ...others]) expect(body).toContain(`](${ORIGIN}${path})`);
});
