// Products of clients of the released version and of the rehearsed one at the same time, on REST (section 9, D46).
import { describe, expect, test } from 'vitest';
import { insertProduct } from '../../../src/products/insert-product.ts';
import { faults } from '../../support/app.ts';
import { V1, V2 } from './rehearsal.ts';
import { bundleOf, openVersionClients, pegs, SECOND, WHOLE } from './version-clients.ts';

const { app, send, read, create, updated, made } = await openVersionClients();

const FIRST = {
  title: 'Tent',
  rent: 9.5,
  cost: 320,
  stock_type: 0,
  sku: 'T-1',
  code: 'T',
  shelf_life_min: 3,
};
const labelled = (count: number) => Array(count).fill({ label: 'Peg', quantity: 2 });

describe('a product', () => {
  async function expectRead(id: number, inOlder: object, inNewer: object): Promise<void> {
    const [older, newer] = [await read(V1, id), await read(V2, id)];
    expect(older).toMatchObject(inOlder);
    expect(newer).toMatchObject(inNewer);
    await updated(id, V1, older);
    await updated(id, V2, newer);
  }

  test('is read by each version in its own names, values and types, and can be sent back (D15)', async () => {
    await expectRead(
      await made(V1, { ...FIRST, equipments: pegs(50) }),
      { ...FIRST, equipments: pegs(50), online: true },
      {
        daily_rent: 9.5,
        stock_type: 'unit',
        code: 'T-1',
        sku: 'T',
        shelf_life_min: '3',
        rehearsed: 'EUR',
        equipments: labelled(50),
        rehearsed_size: null,
        rehearsed_files: [],
        country_of_manufacture: null,
      },
    );
    const { id, path } = (await create(V2, WHOLE)).body;
    expect(path).toMatch(new RegExp(`/product/${id}$`));
    const inOlder = {
      rent: 9.5,
      cost: null,
      stock_type: 0,
      online: false,
      country_of_manufacture: 'DE',
    };
    await expectRead(id, inOlder, { ...WHOLE, online: false });
  });

  test('from before the release, or a bundle, has the default of a new column, and can be sent back', async () => {
    const { id: item } = await app.product();
    const { id } = (await send(V1, 'POST', '/bundle', bundleOf(item))).body;
    await expectRead(item, {}, { rehearsed: 'EUR' });
    const of = (name: string) => ({ items: [{ [name]: item, quantity: 1 }] });
    await expectRead(id, of('ad_id'), { ...of('product_id'), rehearsed: 'EUR' });
  });

  test('has every image probed and stored that its version allows (D29)', async () => {
    const images = (last: string) =>
      Array.from({ length: 7 }, (_, at) => ({
        src: `https://${at === 6 ? last : 'a.example'}/${at}`,
      }));
    const refused = await create(V2, { ...SECOND, images: images('images.invalid') });
    expect(faults(refused)).toEqual(['images[6].src INVALID_FORMAT']);
    const id = await made(V2, { ...SECOND, images: images('a.example') });
    expect((await read(V2, id)).images).toHaveLength(7);
  });

  test('keeps a removed field and one that it requires, which only the older version can set and clear', async () => {
    const { id } = await app.product({ cost: 320, countryOfManufacture: 'FR' });
    await updated(
      id,
      V2,
      { country_of_manufacture: null },
      'country_of_manufacture REQUIRED',
    );
    await updated(id, V1, { country_of_manufacture: null });
    await updated(id, V1, { cost: -1 }, 'cost MIN_VALUE');
    await updated(id, V1, { cost: 7 });
    await updated(id, V2, { daily_rent: 2 });
    await updated(id, V2, { cost: 8 }, 'cost INVALID_FORMAT');
    expect(await read(V1, id)).toMatchObject({
      cost: 7,
      rent: 2,
      country_of_manufacture: null,
    });
  });

  test("keeps what an update leaves out, knows no other version's fields, and null clears no list (D13)", async () => {
    const id = await made(V2, WHOLE);
    await updated(id, V2, { rehearsed: 'USD', daily_rent: 3 });
    await updated(id, V1, { rent: 4 });
    await updated(id, V1, { rehearsed: 'CHF' }, 'rehearsed INVALID_FORMAT');
    await updated(
      id,
      V2,
      { rehearsed: null, rehearsed_files: null },
      'rehearsed REQUIRED',
      'rehearsed_files REQUIRED',
    );
    expect(await read(V2, id)).toMatchObject({ ...WHOLE, rehearsed: 'USD', daily_rent: 4 });
    await updated(id, V2, { rehearsed_size: null });
    expect((await read(V2, id)).rehearsed_size).toBeNull();
  });
});

test("a create that doesn't know a new column leaves its default, as on a node with older code", async () => {
  const id = await insertProduct(app.db, {
    ...{ title: 'T', rent: 1, sku: 'S', type: 'PRODUCT', stockType: 'UNIT', quantity: 1 },
    ...{ ownerId: app.owner.id, online: true, archived: false },
  });
  expect((await read(V2, id)).rehearsed).toBe('EUR');
});

test('what a version rejects within list entries has the limits of the entries', async () => {
  const tags = ['x'.repeat(30), 'x'.repeat(41)];
  const refused = await create(V2, { ...SECOND, rehearsed_tags: tags });
  expect(faults(refused)).toEqual(['rehearsed_tags[1] MAX_LENGTH']);
});

type Fault = Record<'field' | 'message', string>;
const REQUIRED = 'This field is required';

describe('errors of a create', () => {
  async function refused(
    version: string,
    product: object,
    ...messages: string[]
  ): Promise<void> {
    const { body } = await create(version, product);
    const told = body.errors.map(({ field, message }: Fault) => `${field}: ${message}`);
    expect(told).toEqual(messages);
  }

  test("name fields and allowed values as the request's version spells them (D17)", async () => {
    const wrong = { title: 'T', equipments: [{}], stock_type: 5, shelf_life_min: 3 };
    await refused(
      V1,
      wrong,
      `rent: ${REQUIRED}`,
      'stock_type: Must be one of the allowed values: 0, 1',
      `equipments[0].name: ${REQUIRED}`,
      `equipments[0].quantity: ${REQUIRED}`,
    );
    await refused(
      V2,
      wrong,
      `daily_rent: ${REQUIRED}`,
      `rehearsed: ${REQUIRED}`,
      'stock_type: Must be one of the allowed values, not a number: unit, bulk, rehearsed',
      `equipments[0].label: ${REQUIRED}`,
      `equipments[0].quantity: ${REQUIRED}`,
      `country_of_manufacture: ${REQUIRED}`,
      'shelf_life_min: Must be a string, not a number',
    );
    const many = { equipments: labelled(21) };
    await refused(V2, { ...SECOND, ...many }, 'equipments: Must have at most 20 entries');
  });

  test('reject names unknown to the version as they were sent, and suggest the right one (D17)', async () => {
    const mixed = {
      dailyRent: 1,
      rehersed: 'EUR',
      rehearsed: 'CHF',
      daily_rent: 1,
      equipments: [{ label: 'x' }],
    };
    const names = ['equipments[0].label', ...Object.keys(mixed).slice(0, 4)];
    const { body } = await create(V1, { ...FIRST, ...mixed });
    expect(body.errors.slice(2).map(({ field }: Fault) => field)).toEqual(names);
    await refused(
      V2,
      {
        ...SECOND,
        rehersed: 'EUR',
        rent: 1,
        cost: null,
        cots: 1,
      },
      'rehersed: Unknown field; did you mean rehearsed?',
      'rent: Unknown field; did you mean daily_rent?',
      'cost: Unknown field',
      'cots: Unknown field',
    );
  });
});
