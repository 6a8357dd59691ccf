// One request of each kind that needs the database.
import type { Answer, TestApp } from '../support/app.ts';

type Requests = Readonly<Record<string, () => Promise<Pick<Answer, 'status' | 'headers'>>>>;

/** Each bundle has this many items. */
export const ITEMS = 3;
const quantities = Array.from({ length: ITEMS }, (_, at) => at + 1);
const MUTATION =
  'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';

/** With a product of the app. */
export const writesOf = (app: TestApp, id: number) => ({
  'POST /product': () => app.createProduct({ title: 'Tent', rent: 1, sku: 's' }),
  'PUT /product': () => app.updateProduct(id, { title: 'b' }),
  'POST /bundle': () =>
    app.rest('POST', '/bundle', {
      bundle: { title: 'a', items: quantities.map((quantity) => ({ ad_id: id, quantity })) },
    }),
  mutation: () => {
    const items = quantities.map((quantity) => ({ adId: `${id}`, quantity }));
    return app.graphql(MUTATION, { input: { title: 'a', items } });
  },
});

export const requestsOf = (app: TestApp, id: number) => ({
  ...writesOf(app, id),
  'GET /product': () => app.readProduct(id),
  'GET /rental': () => app.rest('GET', '/rental/1'),
  query: () => app.graphql('query ($id: ID!) { product(id: $id) { id } }', { id }),
  readyz: () => app.call('/readyz', {}),
});

const WELL: Readonly<Record<string, number>> = {
  'POST /product': 201,
  'POST /bundle': 201,
  'GET /rental': 404,
  'an unknown token': 401,
};
/** The status of a request when nothing is wrong. */
export const wellOf = (name: string) => WELL[name] ?? 200;

/** This many responses to each of the requests, with its name. */
export const burst = <All extends Requests>(requests: All, times = 1) =>
  Promise.all(
    Object.entries(requests).flatMap(([name, send]) =>
      Array.from({ length: times }, async () => ({
        name,
        ...((await send()) as Awaited<ReturnType<All[string]>>),
      })),
    ),
  );
