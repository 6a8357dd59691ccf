// The importers of the guide: through a proxy that loses answers, killed and run again, each row is a product once (D31, D40).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCS_PATHS, OPENAPI_PATH } from '../../../src/paths.ts';
import { openServedApp } from '../../http/served-app.ts';
import { BASE, budget } from '../../support/app.ts';
import { startFaultyProxy } from './losing-proxy.ts';

/** The interpreter of each importer. */
const INTERPRETERS = { 'import-products.py': 'python3', 'import-products.mjs': process.execPath };

const ROWS = 250;
/** Creates in a second; another program of the same user takes all of them twice. */
const BUDGET = 80;

const HEADER = 'title,rent,sku,quantity,online,equipments,images';
const product = (row: number) =>
  `"Tent ""${row}"", green",${row}.10,T-${row},${(row % 3) + 1},TRUE,Ground sheet:1; Peg:16,https://images.example.com/${row}.webp`;
const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://a.example/${index}`).join(' ');

/** Each kind of broken row with what is said of it; the last two are found by the service alone. */
const BROKEN: readonly (readonly [cells: (row: number) => string, problem: string])[] = [
  [(row) => `Lamp ${row},12,50,L-${row},1,,,`, '8 cells, the header has 7'],
  [(row) => `Lamp ${row},12.50,L-${row}`, '3 cells, the header has 7'],
  [(row) => `Lamp ${row},"12,50",L-${row},1,,,`, 'rent: Must be a number such as 12.50, not "12,50"'],
  [(row) => `Lamp ${row},0,L-${row},1,,,`, 'rent: Must be at least 0.01'],
  [(row) => ` ,5,L-${row},1,,,`, 'title: This field is required'],
  [(row) => `${'🏕'.repeat(255)}${row},5,L-${row},1,,,`, 'title: Must have at most 255 characters'],
  [(row) => `Lamp ${row},5,L-${row},1.5,,,`, 'quantity: Must be an integer, not 1.5'],
  [(row) => `Lamp ${row},5,L-${row},1,WAHR,,`, 'online: Must be true or false, not "WAHR"'],
  [(row) => `Lamp ${row},5,L-${row},1,,Bulb,`, 'equipments[0].quantity: Must be an integer, not ""'],
  [
    (row) => `Lamp ${row},5,L-${row},1,,,${urls(6)} ftp`,
    'images: Must have at most 5 entries; images[6].src: Does not fit “',
  ],
  [(row) => `Lamp ${row},5,,1,,,`, 'sku: SKU is required for unit stock'],
  [(row) => `Lamp ${row},5,L-${row},1,,,https://none.invalid/${row}`, 'images[0].src: '],
];
const BROKEN_ROWS = 20;
const EVERY = 12;
const kindOf = (row: number) =>
  row % EVERY === 0 && row <= BROKEN_ROWS * EVERY ? (row / EVERY) % BROKEN.length : undefined;
const FOR_SERVICE = Array.from({ length: ROWS }, (_, row) => kindOf(row + 1)).filter((kind = 0) => kind >= 10).length;

const lineOf = (row: number) => BROKEN[kindOf(row) ?? -1]?.[0](row) ?? product(row);
const CSV = `\uFEFF${[HEADER, ...Array.from({ length: ROWS }, (_, index) => lineOf(index + 1))].join('\r\n')}\r\n\r\n`;

/** A cell of each field, and what a read answers. */
const EVERY_FIELD: Readonly<Record<string, readonly [cell: string, value: unknown]>> = {
  title: ['1,5 l "jug"\nblue', '1,5 l "jug"\nblue'],
  description: ['12.50', '12.50'],
  rent: ['12.50', 12.5],
  cost: [' 3 ', 3],
  productType: ['0', 0],
  stock_type: ['1', 1],
  sku: ['007', '007'],
  quantity: ['4', 4],
  equipments: ['[{"name": "Lid: small", "quantity": 2}]', [{ name: 'Lid: small', quantity: 2 }]],
  images: [
    'https://a.example/1  https://a.example/2',
    [{ src: 'https://a.example/1' }, { src: 'https://a.example/2' }],
  ],
  online: ['FALSE', false],
  archived: ['True', true],
  code: ['C-1', 'C-1'],
  stock_unit_type_id: ['-5', -5],
  barcode: ['4006381333931', '4006381333931'],
  commodity_code: ['0101', '0101'],
  country_of_manufacture: ['DE', 'DE'],
  shelf_life_min: ['1', 1],
  shelf_life_max: ['30', 30],
};

const SEPARATOR = /row 1 has semicolons or tabs: save the file with/;
const notEnded = (row: number) => new RegExp(`row ${row} has a quoted cell that does not end`);

/** Files of which no row is sent: name, content, message, and an option of the importer. */
const STOPS: readonly (readonly [name: string, csv: string | Buffer, message: RegExp, option?: string])[] = [
  ['a semicolon as separator', 'title;rent;sku\nTent;12,50;T-1\n', SEPARATOR],
  ['a tab as separator', 'title\trent\tsku\nTent\t12.50\tT-1\n', SEPARATOR],
  [
    'an unknown column',
    'title,Rent,sku,\nTent,5,T-1,\n',
    /: “Rent”, .*: “”, the column “rent” is missing\. Fields: title, desc/,
  ],
  ['a column twice', 'title,rent,sku,rent\nTent,5,T-1,6\n', /the column “rent” is there twice/],
  ['an open quote', 'title,rent,sku\nTent,5,T-1\n"Lamp,5,T-2\nMat,5,T-3\n', notEnded(3)],
  ['a quote in a cell', 'title,rent,sku\n"Lamp"s,5,T-2\n', notEnded(2)],
  ['a million quotes', `title,rent,sku\n"${'a""'.repeat(250_000)}`, notEnded(2)],
  ['an empty file', '', /the column “title” is missing/],
  ['a file in another encoding', Buffer.from('title,rent\nBücher,5\n', 'latin1'), /utf-8/],
  ['an update without an id', 'title,rent\nTent,5\n', /the column “id” is missing\. Fields: /, '--update=rent'],
  [
    'an update of an unknown field',
    'id,createdAt\n1,5\n',
    /no field of a product: “created_at”/,
    '--update=created_at',
  ],
  ['an unknown option', 'title,rent\n', /--update-all/, '--update-all'],
];

const stops = STOPS.map(([of, csv, message, option]) => ({ of, csv, message, option }));

const app = await openServedApp({ config: { throttle: budget(BUDGET, 1) } });
const directory = await mkdtemp(join(tmpdir(), 'importers-'));
const file = (name: string) => join(directory, name);
beforeAll(async () => {
  await writeFile(file('products.csv'), CSV);
  for (const name of Object.keys(INTERPRETERS))
    await writeFile(file(name), await (await fetch(`${app.origin}${DOCS_PATHS.importer(name)}`)).text());
});
afterAll(() => rm(directory, { recursive: true }));

/** What a run said, which has ended so; without a code it was killed. */
async function ended(
  child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream },
  code: number | null,
  output: string | RegExp = '',
): Promise<string> {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [ends, printed, complaints] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  expect(ends, complaints).toBe(code);
  expect(printed.trim()).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
  // On a slow machine a request may be sent again.
  return complaints.replaceAll(/^.*; again in [\d.]+ s\n/gm, '');
}

/** The number of a row and its id, as the result has them. */
const idsOf = async (result: string) =>
  (await readFile(file(result), 'utf8'))
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/^"?(\d+)"?,"?(\d*)"?,/g)].map(([, row, id = '']) => [Number(row), id] as const),
    );

describe.concurrent.each(Object.entries(INTERPRETERS))('%s', (name, command) => {
  const isThere = spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  const it = test.skipIf(!isThere);

  const start = (origin: string, token: string, ...options: string[]) =>
    spawn(command, [file(name), ...options], {
      cwd: directory,
      env: { ...process.env, API: `${origin}${BASE}`, TOKEN: token, TIMEOUT_SECONDS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it(`of ${ROWS} rows, ${BROKEN_ROWS} of them broken, the others are products once, and have a new price once`, async () => {
    const owner = await app.person(name);
    const result = `${name}.csv`;
    let child: ReturnType<typeof start>;
    const kill = () => child.kill('SIGKILL');
    const refusedCreate = () => app.rest('POST', '/product', {}, { token: owner.token });
    /** A slow machine may need another round, as points come back with time. */
    const useUpBudget = async () => {
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(Array.from({ length: BUDGET }, refusedCreate));
        if (answers.some(({ status }) => status === 429)) return;
      }
    };
    const proxy = await startFaultyProxy(app.origin, {
      ...{ 10: 'dropped', 11: 'dropped', 20: 'torn', 40: 'late', 60: 'badGateway', 80: kill, 100: 'unavailable' },
      ...{ 120: useUpBudget, 130: useUpBudget, 140: useUpBudget, 150: useUpBudget, 300: kill, 350: 'dropped' },
    });
    const finish = (options: readonly string[], code: number | null, output?: string | RegExp) => {
      child = start(proxy.origin, owner.token, ...options);
      return ended(child, code, output);
    };
    const products = () => app.db.product.findMany({ where: { ownerId: owner.id }, orderBy: { id: 'asc' } });
    const right = ROWS - BROKEN_ROWS;
    const allRows = Array.from({ length: ROWS }, (_, index) => index + 2);
    try {
      const found = BROKEN_ROWS - FOR_SERVICE;
      const plan = `${ROWS - found} to be created, ${found} refused, 0 created before`;
      await finish(['--dry-run', 'products.csv'], 1, plan);
      expect(proxy.statuses).toEqual([]);

      await finish(['products.csv', result], null);
      const rowsBefore = (await idsOf(result)).map(([row]) => row);
      expect(new Set(rowsBefore).size).toBe(rowsBefore.length);

      const said = await finish(['products.csv', result], 1, /^\d+ created, 20 refused, \d+ created before$/);
      expect(proxy.statuses).toContain(429);
      for (let row = 1; row <= ROWS; row++) {
        const kind = kindOf(row);
        if (kind !== undefined) expect(said).toContain(`Row ${row + 1}: ${BROKEN[kind]?.[1]}`);
      }

      const made = await products();
      expect(made.length).toBe(right);
      expect(new Set(made.map(({ sku }) => sku)).size).toBe(right);
      expect(made.find(({ sku }) => sku === 'T-13')).toMatchObject({
        title: 'Tent "13", green',
        quantity: 2,
        online: true,
        equipments: [
          { name: 'Ground sheet', quantity: 1 },
          { name: 'Peg', quantity: 16 },
        ],
        images: [{ src: 'https://images.example.com/13.webp' }],
      });
      const ids = await idsOf(result);
      expect(ids.map(([row]) => row)).toEqual(allRows);
      const skus = new Map(made.map(({ id, sku }) => [String(id), sku]));
      expect(ids.map(([, id]) => skus.get(id))).toEqual(
        allRows.map((row) => (kindOf(row - 1) === undefined ? `T-${row - 1}` : undefined)),
      );

      const before = proxy.statuses.length;
      await finish(['products.csv', result], 1, `0 created, 20 refused, ${right} created before`);
      expect(proxy.statuses.length).toBe(before + FOR_SERVICE);

      const prices = `prices-${name}.csv`;
      await writeFile(file(prices), (await readFile(file(result), 'utf8')).replaceAll('.10', '.20'));
      const update = ['--update=rent', prices, `updated-${name}.csv`];
      await finish(update, null);
      await finish(update, 1, `${right} updated, 20 refused, 0 updated before`);
      expect((await idsOf(`updated-${name}.csv`)).map(([row]) => row)).toEqual(allRows);
      expect(await products()).toEqual(
        made.map((one) => ({
          ...one,
          rent: one.rent.plus('0.1'),
          revision: expect.any(Number),
          updatedAt: expect.any(Date),
        })),
      );
    } finally {
      proxy.close();
    }
  });

  it('every field of a product can be imported', async () => {
    const owner = await app.person(`fields-${name}`);
    const { components } = await (await fetch(`${app.origin}${OPENAPI_PATH}`)).json();
    const columns = Object.keys(components.schemas.CreateProductInput.properties);
    expect(columns.toSorted()).toEqual(Object.keys(EVERY_FIELD).toSorted());
    const cells = columns.map((column) => `"${String(EVERY_FIELD[column]?.[0]).replaceAll('"', '""')}"`);
    await writeFile(file(`fields-${name}.csv`), `${columns}\n${cells}\n`);
    const child = start(app.origin, owner.token, `fields-${name}.csv`, `fields-result-${name}.csv`);
    await ended(child, 0, '1 created, 0 refused, 0 created before');
    const [[, id] = []] = await idsOf(`fields-result-${name}.csv`);
    const { body } = await app.rest('GET', `/product/${id}`, undefined, { token: owner.token });
    expect(body.product).toMatchObject(Object.fromEntries(columns.map((column) => [column, EVERY_FIELD[column]?.[1]])));
  });

  it.each(stops)('$of ends a run before anything is sent', async ({ csv, message, option }) => {
    const owner = await app.person(`stop-${name}`);
    const own = await mkdtemp(join(directory, 'stop-'));
    const [source, result] = [join(own, 'source.csv'), join(own, 'result.csv')];
    await writeFile(source, csv);
    const child = start(app.origin, owner.token, ...(option ? [option] : []), source, result);
    expect(await ended(child, 2)).toMatch(message);
    expect(existsSync(result)).toBe(false);
    expect(await app.db.product.count({ where: { ownerId: owner.id } })).toBe(0);
  });

  it('equal rows are told, a corrected file goes on, and no id is lost', async () => {
    const owner = await app.person(`again-${name}`);
    const source = `again-${name}.csv`;
    const result = `again-result-${name}.csv`;
    const write = (...lines: string[]) => writeFile(file(source), `title,rent,sku\n${lines.join('\n')}\n`);
    const finish = (code: number, output: string) =>
      ended(start(app.origin, owner.token, source, result), code, output);
    await write('Tent,5.00,T-1', '', 'Tent,"5",T-1', 'Lamp,x,L-1');
    expect(await finish(1, '1 created, 2 refused, 0 created before')).toBe(
      'Row 4: the cells of row 2 again\nRow 5: rent: Must be a number such as 12.50, not "x"\n',
    );
    await write('Lamp,5,L-1', 'Mat,5,M-1');
    await finish(0, '2 created, 0 refused, 0 created before');
    const products = await app.db.product.findMany({ where: { ownerId: owner.id }, orderBy: { id: 'asc' } });
    expect(products.map(({ sku }) => sku)).toEqual(['T-1', 'L-1', 'M-1']);
    const [tent, lamp, mat] = products.map(({ id }) => String(id));
    expect(await idsOf(result)).toEqual([
      [2, lamp],
      [3, mat],
    ]);
    expect(await readFile(file(result), 'utf8')).toMatch(new RegExp(`^(""|),"?${tent}"?,`, 'm'));
  });

  it('an address that leads elsewhere, as http to https, ends the run', async () => {
    const server = createServer(({ url }, response) =>
      response.writeHead(301, { Location: `${app.origin}${url}` }).end(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const said = await ended(start(origin, app.owner.token, 'products.csv', `redirected-${name}.csv`), 2);
    server.close();
    expect(said).toMatch(/^Stopped: http.* leads to http.*: set API to an address/);
  });

  it('the product of somebody else is refused alone, a token that is not valid or may not write ends the run', async () => {
    const owner = await app.person(`update-${name}`);
    const [mine, theirs] = [await app.product({}, owner.id), await app.product()];
    const source = `update-${name}.csv`;
    await writeFile(
      file(source),
      `id,title,rent\n${mine.id},x,7.5\n${theirs.id},x,7.5\n${mine.id},x,8\nx,x,8\n${mine.id + 1e6},,\n`,
    );
    const update = (token: string, code: number, output?: string) =>
      ended(start(app.origin, token, '--update=rent', source, `update-result-${name}.csv`), code, output);
    expect(await update(owner.token, 1, '1 updated, 4 refused, 0 updated before')).toBe(
      [
        `Row 4: the id of row 2 again`,
        'Row 5: id: Must be the id of a product',
        'Row 6: nothing to update',
        'Row 3: Access denied to this resource',
        '',
      ].join('\n'),
    );
    const rentOf = async (id: number) => Number((await app.db.product.findUnique({ where: { id } }))?.rent);
    expect([await rentOf(mine.id), await rentOf(theirs.id)]).toEqual([7.5, 10]);
    expect(await update(`${owner.token}x`, 2)).toBe('Stopped: Invalid or missing token\n');
    const reader = await app.person(`reader-${name}`, ['READ']);
    const denied = start(app.origin, reader.token, 'products.csv', `denied-${name}.csv`);
    expect(await ended(denied, 2)).toContain('Stopped: Access denied to this resource');
  });
});
