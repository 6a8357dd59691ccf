// In responses that would be too long, fields without room are null and little is read for them.
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_RESPONSE_LENGTH } from '../../../src/graphql/limits/response-bounds.ts';
import { openTestApp } from '../../support/app.ts';

const app = await openTestApp();
/** Four of them fit in a response. */
const text = 'x'.repeat(MAX_RESPONSE_LENGTH / 4 - 10_000);
const big: number[] = [];
let bundle: number;
let pair: number;
let rental: number;
let ofAll: number;
beforeAll(async () => {
  for (let n = 0; n < 6; n++)
    big.push((await app.product({ description: text, code: `c${n}` })).id);
  const items = big.map((adId, position) => ({ adId, position, quantity: 1 }));
  bundle = (await app.product({ type: 'BUNDLE', items: { create: items } })).id;
  pair = (await app.product({ type: 'BUNDLE', items: { create: items.slice(0, 2) } })).id;
  rental = (await app.rental([bundle])).id;
  ofAll = (await app.rental(big)).id;
});

const list = (count: number, one: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n)).join(' ');

const tooLarge = (...path: (string | number)[]) =>
  expect.objectContaining({
    message: 'Response too large',
    path,
    extensions: { code: 'ANSWER_TOO_LARGE' },
  });

/** The lines from the fourth on, whose products don't fit after the first four. */
const linesWithoutRoom = (...path: (string | number)[]) =>
  [4, 5].map((line) => tooLarge(...path, 'items', line, 'product'));

/** The names of the root fields that have a value. */
const answered = (data: Record<string, unknown>) =>
  Object.keys(data).filter((name) => data[name] !== null);

describe('a query', () => {
  test('returns root fields in order while there is room', async () => {
    const { status, body } = await app.graphql(
      `{ ${list(6, (n) => `p${n}: product(id: ${big[n]}) { description }`)} small: __typename }`,
    );
    expect(status).toBe(200);
    expect(answered(body.data)).toEqual(['p0', 'p1', 'p2', 'p3', 'small']);
    expect(body.data.p3.description).toBe(text);
    expect(body.errors).toEqual([tooLarge('p4'), tooLarge('p5')]);
  });

  test('returns none of many aliases of one string', async () => {
    const { body } = await app.graphql(
      `{ a: product(id: ${big[0]}) { ${list(98, (n) => `d${n}: description`)} } b: product(id: ${big[1]}) { code } }`,
    );
    expect(body.data).toEqual({ a: null, b: { code: 'c1' } });
    expect(body.errors).toEqual([tooLarge('a')]);
  });

  test('returns none of many aliases of the product of each line', async () => {
    const field = `bundle(id: ${pair}) { items { ${list(9, (n) => `p${n}: product { description }`)} } }`;
    const { body } = await app.graphql(`{ a: ${field} }`);
    const products = body.data.a.items.flatMap((line: object) => Object.values(line));
    expect(products.filter(Boolean)).toHaveLength(4);
    expect(body.errors).toHaveLength(14);
  });

  test("counts the bytes of a string's JSON, not its characters", async () => {
    const texts = {
      control: '\u0001'.repeat(100_000),
      euro: '€'.repeat(200_000),
      quote: '"'.repeat(300_000),
    };
    for (const description of Object.values(texts)) {
      const { id } = await app.product({ description });
      const { body } = await app.graphql(
        `{ product(id: ${id}) { ${list(9, (n) => `d${n}: description`)} } }`,
      );
      expect(body.errors).toEqual([tooLarge('product')]);
    }
  });

  test('counts field names, which every list entry repeats', async () => {
    const equipments = Array.from({ length: 50 }, () => ({ name: 'a', quantity: 1 }));
    const { id } = await app.product({ equipments });
    const { id: lines } = await app.product({
      type: 'BUNDLE',
      items: {
        create: Array.from({ length: 30 }, (_, position) => ({
          adId: id,
          position,
          quantity: 1,
        })),
      },
    });
    const aliases = (length: number) => list(12, (n) => `${'x'.repeat(length)}${n}: name`);
    const ask = (length: number) =>
      app.graphql(
        `{ bundle(id: ${lines}) { items { product { equipments { ${aliases(length)} } } } } }`,
      );
    expect((await ask(1)).body.errors).toBeUndefined();
    const { errors } = (await ask(250)).body;
    expect(errors).toContainEqual(tooLarge('bundle', 'items', 29, 'product'));
  });

  test.each<[string, () => string, (string | number)[]]>([
    ['a rental', () => `rental(id: ${ofAll}) { items { product { description } } }`, []],
    ['a bundle', () => `bundle(id: ${bundle}) { items { product { description } } }`, []],
    [
      'a product as a bundle',
      () => `product(id: ${bundle}) { bundle { items { product { description } } } }`,
      ['bundle'],
    ],
    [
      'a rental of a bundle',
      () =>
        `rental(id: ${rental}) { items { product { bundle { items { product { description } } } } } }`,
      ['items', 0, 'product', 'bundle'],
    ],
  ])('reads the products of %s that fit', async (_, field, path) => {
    const { body } = await app.graphql(`{ a: ${field()} }`);
    expect(body.errors).toEqual(linesWithoutRoom('a', ...path));
    const { body: short } = await app.graphql(
      `{ a: ${field().replaceAll('description', 'code')} }`,
    );
    expect(short.errors).toBeUndefined();
  });

  test('of many long products, it reads only those for which a response has room', async () => {
    const products = await app.db.product.createManyAndReturn({
      data: Array.from({ length: 20 }, () => ({
        ownerId: app.owner.id,
        title: 'a',
        rent: 1,
        stockType: 'BULK' as const,
        quantity: 1,
        description: text,
      })),
      select: { id: true },
    });
    const { id } = await app.rental(products.map((product) => product.id));
    const find = vi.spyOn(app.db.reads.product, 'findMany');
    onTestFinished(() => find.mockRestore());
    await app.graphql(`{ rental(id: ${id}) { items { product { description } } } }`);
    const read = find.mock.calls.map(([query]) => Object(query).where.id.in.length);
    expect(read).toEqual([16]);
  });

  test('rejects a bundle of another owner like any other, however long its strings are', async () => {
    const { body } = await app.graphql(
      `{ bundle(id: ${bundle}) { items { product { description } } } }`,
      {},
      { token: app.rival.token },
    );
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('a mutation', () => {
  test("succeeds and reports it, even if its record doesn't fit", async () => {
    const { body } = await app.graphql(
      `mutation { ${list(6, (n) => `u${n}: updateProduct(id: ${big[n]}, input: { title: "new" }) { success product { description } }`)} }`,
    );
    expect(
      Object.values(body.data).map((payload) => (payload as { success: boolean }).success),
    ).toEqual(Array(6).fill(true));
    expect(body.data.u3.product.description).toBe(text);
    expect(body.errors).toEqual([tooLarge('u4', 'product'), tooLarge('u5', 'product')]);
    expect(await app.db.product.count({ where: { title: 'new' } })).toBe(6);
  });

  test("creates a bundle even if its products don't fit", async () => {
    const create = `mutation($input: CreateBundleInput!) { createBundle(input: $input) { success id bundle { items { product { description } } } } }`;
    const items = big.map((adId) => ({ adId, quantity: 1 }));
    const { body } = await app.graphql(create, { input: { title: 'a', items } });
    expect(body.data.createBundle).toMatchObject({ success: true, id: expect.any(String) });
    expect(body.errors).toEqual(linesWithoutRoom('createBundle', 'bundle'));
  });
});
