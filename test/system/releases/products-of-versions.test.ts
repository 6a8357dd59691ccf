// Products of clients of the released version and of the rehearsed one at the same time, on REST (section 9, D46).
import { describe, expect, test } from 'vitest';
import { insertProduct } from '../../../src/products/insert-product.ts';
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
});

test("a create that doesn't know a new column leaves its default, as on a node with older code", async () => {
  const id = await insertProduct(app.db, {
    ...{ title: 'T', rent: 1, sku: 'S', type: 'PRODUCT', stockType: 'UNIT', quantity: 1 },
    ...{ ownerId: app.owner.id, online: true, archived: false },
  });
  expect((await read(V2, id)).rehearsed).toBe('EUR');
});

const REQUIRED = 'This field is required';

test("errors name fields, unknown ones as they were sent, and allowed values as the request's version spells them (D17)", async () => {
  async function refused(product: object, ...messages: string[]): Promise<void> {
    const errors: Record<'field' | 'message', string>[] = (await create(V2, product)).body
      .errors;
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(messages);
  }
  await refused(
    { title: 'T', equipments: [{}], stock_type: 5, shelf_life_min: 3 },
    `daily_rent: ${REQUIRED}`,
    `rehearsed: ${REQUIRED}`,
    'stock_type: Must be one of the allowed values, not a number: unit, bulk, rehearsed',
    `equipments[0].label: ${REQUIRED}`,
    `equipments[0].quantity: ${REQUIRED}`,
    `country_of_manufacture: ${REQUIRED}`,
    'shelf_life_min: Must be a string, not a number',
  );
  await refused(
    { ...SECOND, rehersed: 'EUR', rent: 1, cost: null, cots: 1 },
    'rehersed: Unknown field; did you mean rehearsed?',
    'rent: Unknown field; did you mean daily_rent?',
    'cost: Unknown field',
    'cots: Unknown field',
  );
});
