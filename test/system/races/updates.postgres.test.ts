// Concurrent updates of one product, on two nodes and both APIs.
import { beforeEach, expect, test } from 'vitest';
import { untilAnswered } from '../../support/until-answered.ts';
import { atOnce, type Nodes, startNodes, statuses } from './nodes.ts';

let nodes: Nodes;
beforeEach(async () => {
  nodes = await startNodes();
  return nodes.close;
});

const UPDATE = `mutation ($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input) { success errors { field code } }
}`;

test('concurrent updates of different fields lose nothing', async () => {
  const { id } = await nodes.product();
  for (let round = 1; round <= 10; round++) {
    const fields = {
      title: `Title ${round}`,
      description: `Text ${round}`,
      rent: round + 0.5,
      cost: round,
      quantity: round,
      sku: `SKU-${round}`,
      online: round % 2 === 0,
      archived: round % 3 === 0,
      images: [{ src: `https://images.example.com/${round}.webp` }],
      equipments: [{ name: `Peg ${round}`, quantity: round }],
    };
    const calls = Object.entries(fields).map(([name, value], n) =>
      untilAnswered(() =>
        n % 3 === 0
          ? nodes.graphql(n, UPDATE, { id, input: { [name]: value } })
          : nodes.rest(n, 'PUT', `/product/${id}`, { product: { [name]: value } }),
      ),
    );
    expect(statuses(await Promise.all(calls))).toEqual({ 200: calls.length });
    const { body } = await nodes.rest(round, 'GET', `/product/${id}`);
    expect(body.product).toMatchObject(fields);
  }
});

const ROUNDS = 20;

test.each([
  ['the sku (D16)', { stockType: 'BULK', sku: 'S' }, { stock_type: 0 }, { sku: null }],
  [
    'the order of shelf lives (D20)',
    { shelfLifeMin: 10, shelfLifeMax: 20 },
    { shelf_life_min: 18 },
    { shelf_life_max: 12 },
  ],
])(
  'of two updates that together break the rule of %s one returns 400, never 500, and the rule holds',
  async (_, start, one, two) => {
    const all: { readonly status: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await nodes.product(start);
      const answers = await Promise.all(
        [one, two].map((product, node) =>
          nodes.rest(node, 'PUT', `/product/${id}`, { product }),
        ),
      );
      all.push(...answers);
      for (const { status, body } of answers)
        if (status === 400) expect(body.errors).toHaveLength(1);
    }
    expect(statuses(all)).toEqual({ 200: ROUNDS, 400: ROUNDS });
    const wrong = await nodes.db.$queryRaw`
    SELECT id FROM products WHERE shelf_life_min > shelf_life_max OR (stock_type = 'unit' AND sku IS NULL)`;
    expect(wrong).toEqual([]);
  },
);

/** Updates at once under one precondition: REST on both nodes, and GraphQL with the fields of two tables. */
const CONDITIONAL = `mutation ($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input, ifRevision: 1) { success product { title bundle { items { adId } } } }
}`;

test('80 updates under one precondition change a product once (D41)', async () => {
  const { id } = await nodes.product({ type: 'BUNDLE' });
  const { headers } = await nodes.rest(0, 'GET', `/product/${id}`);
  const options = { headers: { 'If-Match': headers.get('etag') ?? '' } };
  const answers = await atOnce(80, async (n) => {
    const input = { title: `Title ${n}` };
    const { status, body } =
      n % 4 === 3
        ? await nodes.graphql(n >> 2, CONDITIONAL, { id, input })
        : await nodes.rest(n, 'PUT', `/product/${id}`, { product: input }, options);
    return body.errors?.[0]?.extensions.code ?? body.error ?? `${status} ${input.title}`;
  });
  const winners = answers.filter((answer) => answer.startsWith('200'));
  const { title, revision } = await nodes.db.product.findUniqueOrThrow({ where: { id } });
  expect(winners).toEqual([`200 ${title}`]);
  expect(revision).toBe(2);
  const losers = answers.filter((answer) => !winners.includes(answer));
  // On a busy machine some wait longer than a request may.
  const rejected = losers.filter((answer) => !/^(UNAVAILABLE|Service temp)/.test(answer));
  expect(new Set(rejected)).toEqual(new Set(['Resource has changed', 'CONFLICT']));
});

test('64 updates of one product at once all succeed, each with its own revision (D41)', async () => {
  const { id } = await nodes.product();
  const answers = await atOnce(64, (n) =>
    untilAnswered(() =>
      nodes.rest(n, 'PUT', `/product/${id}`, { product: { title: `Title ${n}` } }),
    ),
  );
  expect(statuses(answers)).toEqual({ 200: 64 });
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(64);
});
