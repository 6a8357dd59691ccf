// The guide's importer, through a proxy that loses responses, killed and restarted: each row becomes one product
// (D31, D40).
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { OPENAPI_PATH } from '../../../src/paths.ts';
import { openServedApp } from '../../http/served-app.ts';
import { BASE, budget } from '../../support/app.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { openImporter, testImporter } from './importer.ts';
import {
  BROKEN,
  COLUMNS,
  csvOf,
  EVERY_FIELD,
  FOR_SERVICE,
  goodRow,
  lineOf,
  RIGHT,
  ROWS,
  STOPS,
} from './importer-files.ts';
import { startLosingProxy } from './losing-proxy.ts';

/** Creates in two seconds; another program of the same user uses them all up. */
const BUDGET = 8;

const CHANGED = { revision: expect.any(Number), updatedAt: expect.any(Date) };

const app = await openServedApp({ config: { throttle: budget(BUDGET, 2) } });
/** Redirects to itself under another host name. */
const elsewhere = await startLoopbackServer(({ url, headers: { host = '' } }, response) => {
  if (host.startsWith('localhost')) followed.push(String(url));
  response.writeHead(307, { Location: `http://localhost:${host.split(':')[1]}${url}` }).end();
});
const followed: string[] = [];
afterAll(elsewhere.close);
const { file, start, importFile, contentOf } = await openImporter(app.origin);

test('every field of a product is a column in the files', async () => {
  const { components } = await (await fetch(`${app.origin}${OPENAPI_PATH}`)).json();
  expect(Object.keys(components.schemas.CreateProductInput.properties).toSorted()).toEqual(
    COLUMNS.toSorted(),
  );
});

/** The number of a row and its ID, as in the result. */
const idsOf = async (result: string) =>
  [...(await contentOf(result)).matchAll(/^(\d+),(\d*),/gm)].map(([, at, id]) => [
    Number(at),
    id ?? '',
  ]);

describe.concurrent('the importer', () => {
  testImporter(
    'each row becomes one product, and gets a new price once; invalid ones are reported',
    async () => {
      const owner = await app.person('importer');
      let kill = () => true;
      /** A slow machine may need more of them, because the rate limit recovers over time. */
      const useUpBudget = async () => {
        for (let creates = 0; creates < 10 * BUDGET; creates++)
          if ((await app.rest('POST', '/product', {}, { token: owner.token })).status === 429)
            return;
      };
      const proxy = await startLosingProxy(() => app.origin, {
        2: 'dropped',
        3: 'dropped',
        5: 'torn',
        7: 'late',
        9: 'badGateway',
        11: () => kill(),
        13: 'unavailable',
        15: useUpBudget,
        17: useUpBudget,
        50: () => kill(),
        56: 'dropped',
      });
      async function finish(words: readonly string[], code: number | null, output = /^$/) {
        // On a slow machine a request lasts longer, and is sent again with its key.
        const env = { API: `${proxy.origin}${BASE}`, TIMEOUT_SECONDS: '1' };
        const run = start(owner.token, words, env);
        kill = run.kill;
        const ended = await run.ended;
        expect(ended.status, ended.messages).toBe(code);
        expect(ended.output).toMatch(output);
        return ended.messages;
      }
      const products = () =>
        app.db.product.findMany({ where: { ownerId: owner.id }, orderBy: { id: 'asc' } });
      try {
        await writeFile(file('products.csv'), csvOf(ROWS));
        const found = BROKEN.length - FOR_SERVICE;
        const plan = `${ROWS.length - found} to be created, ${found} rejected, 0 created before`;
        await finish(['--dry-run', 'products.csv'], 1, new RegExp(`^${plan}$`));
        expect(proxy.passed()).toEqual([]);

        const create = ['products.csv', 'result.csv'];
        await finish(create, null);
        const rowsBefore = (await idsOf('result.csv')).map(([at]) => at);
        expect(new Set(rowsBefore).size).toBe(rowsBefore.length);
        const all = new RegExp(
          `^\\d+ created, ${BROKEN.length} rejected, \\d+ created before$`,
        );
        const said = await finish(create, 1, all);
        expect(proxy.passed().map(({ status }) => status)).toContain(429);
        for (const [at, { problem }] of ROWS.entries())
          if (problem) expect(said).toContain(`products.csv: row ${at + 2}: ${problem}`);

        const made = await products();
        expect(made.map(({ sku }) => sku)).toEqual(
          ROWS.flatMap(({ sku, problem }) => (problem ? [] : [sku])),
        );
        expect(made[1]).toMatchObject({
          title: 'Tent "1", green',
          quantity: 2,
          online: true,
          images: [{ src: 'https://images.example.com/1.webp' }],
          equipments: [
            { name: 'Ground sheet', quantity: 1 },
            { name: 'Peg', quantity: 16 },
          ],
        });
        const idOf = (sku: string) => String(made.find((one) => one.sku === sku)?.id ?? '');
        expect(await idsOf('result.csv')).toEqual(
          ROWS.map(({ sku }, at) => [at + 2, idOf(sku)]),
        );
        const { body } = await app.readProduct(made[0]?.id ?? 0, { token: owner.token });
        expect(body.product).toMatchObject(EVERY_FIELD);

        // A corrected file continues, and the ID of a row that it no longer has is not lost.
        await writeFile(
          file('products.csv'),
          csvOf([...ROWS.slice(0, 1), goodRow(80), ...ROWS.slice(3)]),
        );
        const rest = `1 created, ${BROKEN.length - 1} rejected, ${RIGHT - 1} created before`;
        await finish(create, 1, new RegExp(`^${rest}$`));
        expect(new Set(proxy.passed().map(({ key }) => key)).size).toBe(FOR_SERVICE + 1);
        expect(await contentOf('result.csv')).toMatch(new RegExp(`^,${made[1]?.id},`, 'm'));

        const [before, theirs] = [await products(), await app.product()];
        const [first = { id: 0 }] = before;
        const added = [
          { id: theirs.id, rent: 1 },
          { id: first.id, rent: 1 },
          { id: first.id + 1e6 },
        ];
        const head = ['row', 'id', 'problems', 'idempotency_key', ...COLUMNS];
        const lines = added.map((cells) => lineOf(cells, head));
        await writeFile(
          file('prices.csv'),
          `${(await contentOf('result.csv')).replaceAll('.10', '.20')}${lines.join('\n')}\n`,
        );
        const update = ['--update=rent', 'prices.csv', 'updated.csv'];
        await finish(update, null);
        const rejected = BROKEN.length - 1 + added.length;
        const changed = `${RIGHT + 1} updated, ${rejected} rejected, 0 updated before`;
        const told = await finish(update, 1, new RegExp(`^${changed}$`));
        expect(told).toMatch(
          /row \d+: the id of row \d+ again\n.*: nothing to update\n.*: Access denied to this resource\n$/,
        );
        expect(told).toContain(': id: Must be the ID of a product\n');
        expect(await products()).toEqual(
          before.map((one) => ({ ...one, ...CHANGED, rent: one.rent.plus('0.1') })),
        );
        expect(
          Number((await app.db.product.findUnique({ where: { id: theirs.id } }))?.rent),
        ).toBe(10);
      } finally {
        proxy.close();
      }
    },
  );

  testImporter.each(STOPS)(
    '%s ends a run before anything is created',
    async (what, csv, message, by = '') => {
      const owner = await app.person('stop', by === 'reader' ? ['READ'] : ['READ', 'WRITE']);
      const { origin } = by === 'redirected' ? elsewhere : app;
      const token = by === 'nobody' ? `svc_test_${'0'.repeat(34)}` : owner.token;
      const options = by.startsWith('--') ? [by] : [];
      const env = { API: `${origin}${BASE}` };
      const { status, messages } = await importFile(what, csv, { token, options, env });
      expect(messages).toMatch(message);
      expect(status).toBe(2);
      expect(followed).toEqual([]);
      expect(existsSync(file(`${what}.result.csv`))).toBe(false);
      expect(await app.db.product.count({ where: { ownerId: owner.id } })).toBe(0);
    },
  );
});
