// What the guide on front ends does when something goes wrong.
import { ApolloLink } from '@apollo/client';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './apollo-client.ts';
import { startLosingProxy } from './losing-proxy.ts';
import { CreateProduct, type EditedProduct, ReadProduct } from './operations.ts';
import { createSave, onTopOf, saveProduct } from './save.ts';
import { serveApp } from './serve-app.ts';

const app = await serveApp();
const onTokenRefused = vi.fn();
beforeEach(() => void onTokenRefused.mockClear());

function open(origin = app.origin) {
  const session = { token: () => app.owner.token, onTokenRefused };
  const client = createClient(`${origin}/graphql`, session);
  afterAll(() => client.stop());
  return { client, save: createSave(client) };
}

async function read({ client }: ReturnType<typeof open>, id: number) {
  const { data } = await client.query({ query: ReadProduct, variables: { id: String(id) } });
  return data?.product as EditedProduct;
}

test("saves what was changed alone, and on top of a colleague's changes after a conflict (D41)", async () => {
  const images = [{ src: 'https://images.example.com/canoe.webp' }];
  const { id } = await app.product({ title: 'Canoe', rent: 5, images });
  const form = open();
  const opened = await read(form, id);
  const edited = { ...opened, rent: 6, images: [...opened.images, ...opened.images] };
  await app.updateProduct(id, { title: 'Kayak', rent: 7 });
  const { failure, theirs } = await saveProduct(form.client, form.save, opened, edited);
  expect(failure).toEqual({ kind: 'conflict' });
  expect(theirs).toMatchObject({ title: 'Kayak', rent: 7, revision: 2 });
  if (!theirs) throw new Error('The product was not read');
  const mine = onTopOf(theirs, opened, edited);
  const { saved } = await saveProduct(form.client, form.save, theirs, mine);
  expect(saved?.product).toMatchObject({
    title: 'Kayak',
    rent: 6,
    images: [{}, {}],
    revision: 3,
  });
  expect(await read(form, id)).toEqual(saved?.product);
});

test('after a lost response, a form that was changed learns that its first version was saved (D40)', async () => {
  const proxy = await startLosingProxy(() => app.origin, { 1: 'torn' });
  afterAll(proxy.close);
  const { save } = open(proxy.origin);
  const create = (title: string) =>
    save(
      CreateProduct,
      { input: { title, rent: 3, stockType: 'BULK' } },
      (data) => data.createProduct,
    );
  expect(await create('Table')).toEqual({ failure: { kind: 'noAnswer' } });
  expect(await create('Chair')).toEqual({ failure: { kind: 'keyReused' } });
  expect(await create('Chair')).toMatchObject({ saved: { success: true } });
  const titles = await app.db.product.findMany({
    where: { title: { in: ['Table', 'Chair'] } },
    select: { title: true },
  });
  expect(titles).toEqual([{ title: 'Table' }, { title: 'Chair' }]);
});

test('errors of a payload, and of variables of the wrong type, have the paths of the controls (D35, D36)', async () => {
  const { save } = open();
  const fieldsOf = async (input: { title: string; rent: number; equipments: object[] }) => {
    const { failure } = await save(
      CreateProduct,
      { input } as never,
      (data) => data.createProduct,
    );
    return failure?.kind === 'fields' && failure.errors.map(({ field }) => field);
  };
  const equipments = [{ name: 'Peg', quantity: 0 }];
  const paths = ['title', 'sku', 'equipments[0].quantity'];
  expect(await fieldsOf({ title: '', rent: 3, equipments })).toEqual(paths);
  expect(await fieldsOf({ title: 'Tent', rent: 3, equipments: [{ quantity: '1' }] })).toEqual(
    ['equipments[0].name', 'equipments[0].quantity'],
  );
});

test("another owner's product can't be saved (D48)", async () => {
  const { client, save } = open();
  const opened = await read({ client, save }, (await app.product()).id);
  const theirs = { ...opened, id: String((await app.product({}, app.rival.id)).id) };
  const { failure } = await saveProduct(client, save, theirs, { ...theirs, rent: 6 });
  expect(failure).toEqual({ kind: 'notYours' });
});

test.each([
  [401, { kind: 'token' }],
  [403, { kind: 'forbidden', permission: 'write' }],
  [404, { kind: 'notFound' }],
  [412, { kind: 'conflict' }],
  [429, { kind: 'throttled', until: expect.any(Number) }],
  [500, { kind: 'fault', message: 'Internal server error' }],
])('%i says what it means for the user', async (status, meaning) => {
  const { client, save } = open();
  const rehearsed = new ApolloLink((operation, forward) => {
    operation.setContext({ headers: { prefer: `code=${status}` } });
    return forward(operation);
  });
  client.setLink(rehearsed.concat(client.link));
  const { failure } = await save(
    CreateProduct,
    { input: { title: 'Tent', rent: 3 } },
    (data) => data.createProduct,
  );
  expect(failure).toEqual(meaning);
  expect(onTokenRefused).toHaveBeenCalledTimes(status === 401 ? 1 : 0);
});
