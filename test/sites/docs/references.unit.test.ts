// The references of both APIs, in each version, and the changelog.
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { OPERATION_EXAMPLES } from '../../../src/openapi/operation-examples.ts';
import { createCodecs } from '../../../src/rest/codec.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { isServed } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { htmlText } from '../../support/html-text.ts';
import { TESTED_VERSIONS } from '../../support/newest-version.ts';
import { SCHEMA } from '../../support/released-schema.ts';
import { rehearsal, rehearsedOn, V1, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, opening } from './docs-of.ts';
import { plainText, textOf } from './text-of.ts';

const VERSIONS = TESTED_VERSIONS;
const openReleased = opening(docsOf(VERSIONS, { isTest: true }));
const openRehearsed = opening(docsOf(rehearsedOn(V2), { isTest: true }));
const released = async (path: string) => (await openReleased(path)).body;
const rehearsed = async (path: string) => (await openRehearsed(path)).body;

const schemaMembers = Object.values(SCHEMA.getTypeMap())
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) => [
    { name: type.name, description: undefined },
    ...('getFields' in type ? Object.values(type.getFields()) : []),
    ...('getValues' in type ? type.getValues() : []),
  ]);

const { view } = createCodecs(VERSIONS)(VERSIONS.newest());
/** The endpoints of the latest version, which may differ from others. */
const SERVED = ROUTES.filter((route) => isServed(view, route));

describe('GraphQL', async () => {
  const rootFields = [SCHEMA.getQueryType(), SCHEMA.getMutationType()].flatMap((root) =>
    Object.keys(root?.getFields() ?? {}),
  );

  const overview = await released('/docs/graphql');
  const operations = await Promise.all(
    rootFields.map((name) => released(`/docs/graphql/${name}`)),
  );

  test('has an example for each operation, and shows every type, field, value and description', async () => {
    for (const page of operations)
      expect(page).toMatch(/<figure class="(?:example|code block)"/);
    const text = textOf([...operations, overview].join('\n'));
    const isShown = (said: string | null | undefined) =>
      plainText(said ?? '')
        .split(/(?<=\.) /)
        .every((sentence) => text.includes(sentence));
    const members = schemaMembers.filter(({ name }) => !/^(?:Query|Mutation)$/.test(name));
    expect(
      members.filter(({ name, description }) => !isShown(name) || !isShown(description)),
    ).toEqual([]);
    const sdl = buildSchema(await released('/docs/schema.graphql'));
    expect(printSchema(lexicographicSortSchema(sdl))).toBe(
      printSchema(lexicographicSortSchema(SCHEMA)),
    );
  });

  test('marks deprecated fields, with the reason', async () => {
    expect(textOf(await rehearsed('/docs/graphql/updateProduct'))).toMatch(/Deprecated: \w+/);
  });

  test('groups the shared types by kind; each type is described on one page', () => {
    const headings = [...overview.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
    expect(headings).toEqual(['operations', 'objects', 'inputs', 'enums', 'scalars']);
    const described = [overview, ...operations].flatMap((page) =>
      [...page.matchAll(/ id="([A-Z]\w*)"/g)].map(([, name]) => name),
    );
    const types = Object.keys(SCHEMA.getTypeMap()).filter(
      (name) => !/^(?:__|Query$|Mutation$)/.test(name),
    );
    expect(described).toEqual(expect.arrayContaining(types));
    expect(described.filter((name, at) => described.indexOf(name) !== at)).toEqual([]);
  });
});

test.each(['rest', 'graphql'])(
  'a page of the %s reference says once that null is the same as absent',
  async (site) => {
    for (const operation of ['createProduct', 'createBundle', 'updateProduct', ''])
      expect(
        (await released(`/docs/${site}/${operation}`)).split('Null is the same as absent')
          .length,
      ).toBeLessThanOrEqual(2);
  },
);

describe("an operation's page", () => {
  test.each(SERVED.map(({ operation }) => operation))(
    '$name has its permission, rate limit, examples, and links to and from its GraphQL operation',
    async ({ name, title, permission, throttled }) => {
      const body = await released(`/docs/rest/${name}`);
      const text = textOf(body);
      expect(text).toContain(title);
      expect(text).toContain(`Permission ${permission.toLowerCase()}`);
      expect(text.includes('· Rate limit ·')).toBe(throttled);
      expect(body.match(/<figure class="example"/g) ?? [], 'npm run record').toHaveLength(
        Object.keys(OPERATION_EXAMPLES[name]).length,
      );
      const [, other = ''] = /href="(\/docs\/graphql\/\w+)"/.exec(body) ?? [];
      expect(await released(other)).toContain(`href="/docs/rest/${name}"`);
      for (const path of ['/docs/rest', '/docs/graphql'])
        expect(/<nav class="contents".*?<\/nav>/s.exec(await released(path))?.[0]).toContain(
          `>${title}</a>`,
        );
    },
  );

  test.each([
    [
      'createProduct',
      'title string, not blank, at most 255 characters, required description string',
    ],
    ['createProduct', "rent number, 0.01 or more, required In your marketplace's currency"],
    [
      'createProduct',
      'stock_type integer, 0 UNIT, 1 BULK, or null, default 0 Whether you track',
    ],
    ['createProduct', 'as for every bundle. GraphQL: stockType.'],
    ['createProduct', 'equipments list of EquipmentInput, at most 50 entries, or null'],
    ['createBundle', 'Wrap the fields in bundle.'],
    ['updateProduct', '412 Precondition Failed The product'],
  ])('%s has fields with their types, and its errors: %s', async (operation, said) => {
    expect(textOf(await released(`/docs/rest/${operation}`))).toContain(said);
  });

  test.each([
    ['createProduct', ['body', 'parameters', '429']],
    ['updateProduct', ['body', 'parameters', '404', '412', '429']],
    ['readProduct', ['parameters']],
  ])(
    '%s has the body before the parameters, and its own errors, unless other reads or writes have them: %s',
    async (operation, parts) => {
      const body = await released(`/docs/rest/${operation}`);
      const ids = [...body.matchAll(/ id="\w+-(body|parameters|\d+)"/g)];
      expect(ids.map(([, id]) => id)).toEqual(parts);
      expect(body).toContain('href="/docs/guides/errors"');
      expect(body).not.toMatch(/CreateProductBody|CreateProductResource/);
    },
  );
});

describe('versions', () => {
  const LATER = '2032-06-01';
  const READ = `/docs/rest/${V1}/readProduct`;

  test.each([
    ['its stage', LATER, READ, `Version ${V1}: deprecated; ends 2032-09-01.`],
    ['links to the other versions', LATER, READ, `<a href="/docs/rest">${V2}</a>`],
    ['the version in its examples', V2, READ, `service-version: ${V1}`],
    ['its OpenAPI document', V2, `/docs/rest/${V1}`, `href="/openapi.json?version=${V1}"`],
    [
      'that it ended',
      '2033-01-01',
      `/docs/rest/${V1}`,
      `Version ${V1}: ended 2032-09-01. Requests for it are rejected.`,
    ],
  ])('a page has %s', async (_, day, path, said) => {
    const { body } = await opening(docsOf(rehearsedOn(day)))(path);
    expect(body + textOf(body)).toContain(said);
    expect(body.includes('/openapi.json?version=')).toBe(
      !/ended|createBundle|readProduct/.test(said + path),
    );
  });

  test('the latest one has no version in its examples, and no page for an operation that it removed', async () => {
    expect(await rehearsed('/docs/rest/readProduct')).not.toContain('service-version: ');
    expect((await openRehearsed('/docs/rest/createBundle')).status).toBe(404);
  });
});

const [, newer = '', older = ''] = (await rehearsed('/docs/changelog')).split('<h2 id="');

describe('the changelog', () => {
  test('has the day, stage and notes of each version', () => {
    expect(htmlText(newer)).toContain(`Released ${V2}; active.`);
    const notes = rehearsal.changes.flatMap(({ note }) => note ?? []);
    expect(newer.match(/<li>/g)).toHaveLength(notes.length);
    expect(htmlText(newer)).toContain('Products have no cost: nobody asked for it.');
    expect(htmlText(older)).toContain(
      'supported; deprecated from 2032-03-01, ends 2032-09-01',
    );
    expect(older).toContain(RELEASES[0]?.summary);
  });
});
