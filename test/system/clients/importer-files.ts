// Files for the guide's importer: one with every column and each kind of invalid row, and files that create nothing.
import { z } from 'zod';
import { productFields } from '../../../src/products/product-fields.ts';
import { REST_ENUMS, restName } from '../../../src/rest/rest-names.ts';

export type Cells = Readonly<Record<string, string | number>>;

/** Strings stay as they are, even those that look like numbers. */
const TEXTS = {
  description: '12.50',
  sku: '007',
  code: 'C-1',
  barcode: '4006381333931',
  commodity_code: '0101',
};
const NUMBERS = {
  rent: 12.1,
  quantity: 4,
  stock_type: 1,
  stock_unit_type_id: -5,
  shelf_life_min: 1,
  shelf_life_max: 30,
};
/** What a read returns for fields whose values have to be chosen. */
const CHOSEN = {
  title: '1,5 l "jug"\nblue',
  ...TEXTS,
  country_of_manufacture: 'DE',
  ...NUMBERS,
  productType: 0,
  cost: 3,
  online: false,
  archived: true,
  equipments: [{ name: 'Lid (small)', quantity: 2 }],
  images: [{ src: 'https://a.example/1' }, { src: 'https://a.example/2' }],
};
/** A value of a field, by its type. */
function sampleOf(field: z.ZodType) {
  const {
    type = '',
    minimum = 1,
    enum: values,
  } = z.toJSONSchema(field, { unrepresentable: 'any' });
  const byType: Record<string, unknown> = { string: 'x', boolean: true };
  return values?.[0] ?? byType[String(type)] ?? minimum;
}

const others = Object.entries<z.ZodType>(productFields)
  .map(([name, field]) => {
    const [member] = Object.values(REST_ENUMS[name] ?? {});
    return [restName(name), member ?? sampleOf(field)] as const;
  })
  .filter(([name]) => !(name in CHOSEN));

/** What a read returns for each field; `PRINTED` has the cells that are printed differently. */
export const EVERY_FIELD: Readonly<Record<string, unknown>> = {
  ...CHOSEN,
  ...Object.fromEntries(others),
};
const PRINTED = {
  rent: '12.10',
  cost: ' 3 ',
  online: 'FALSE',
  archived: 'True',
  equipments: 'Lid (small) : 2;',
  images: 'https://a.example/1 | https://a.example/2',
};
const EVERY_CELL = { ...EVERY_FIELD, ...PRINTED } as Cells;
export const COLUMNS = Object.keys(EVERY_FIELD);

export const lineOf = (cells: Cells, columns = COLUMNS) =>
  columns
    .map((name) => String(cells[name] ?? ''))
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');

const urls = Array.from({ length: 6 }, (_, at) => `https://a.example/${at}`).join(' ');
const URLS = 'images: Must be complete URLs with spaces between';
const EQUIPMENTS = 'equipments: Must be name:quantity with semicolons between, such as';

type Broken = readonly [cells: Cells | string, problem: string];

/** Each kind of cell that the program can't read, with its message. */
const UNREADABLE: readonly Broken[] = [
  [
    `${','.repeat(COLUMNS.length - 1)},x`,
    `${COLUMNS.length + 1} cells, the header has ${COLUMNS.length}`,
  ],
  [{ rent: '12,50' }, 'rent: Must be a number such as 12.50, not “12,50”'],
  [{ cost: 'NaN' }, 'cost: Must be a number such as 12.50, not “NaN”'],
  [{ quantity: '1,000' }, 'quantity: Must be a whole number such as 12, not “1,000”'],
  [{ quantity: 1.5 }, 'quantity: Must be a whole number such as 12, not “1.5”'],
  [{ stock_type: 'UNIT' }, 'stock_type: Must be 0 or 1, not “UNIT”'],
  [{ rent: '0.125' }, 'rent: “0.125” could be 0125 or 0.125: write 0125, or 0.1250'],
  [{ barcode: 'Err:508' }, "barcode: “Err:508” is a formula's error: correct it"],
  [{ title: `="${'x'.repeat(120)}"` }, `title: “="${'x'.repeat(98)}” is a formula: `],
  [
    { description: 'x'.repeat(2 ** 20 + 1) },
    `description: “${'x'.repeat(100)}” has more than 1048576 `,
  ],
  ['Lamp', `1 cell, the header has ${COLUMNS.length}`],
  [{ online: 'WAHR' }, 'online: Must be true or false, not “WAHR”'],
  [{ equipments: 'Lid: small:2' }, EQUIPMENTS],
  [{ equipments: 'Lid, Pot:2' }, EQUIPMENTS],
  [{ images: 'https://a.example/1.jpg,2.jpg' }, URLS],
  [{ images: 'https://a.example/1 /2' }, URLS],
  [{ images: 'a.example/1' }, URLS],
  [EVERY_CELL, 'the cells of row 2 again'],
];

/** Rows that the service rejects, with its messages. */
const REJECTED: readonly Broken[] = [
  [{ rent: '' }, 'rent: This field is required'],
  [{ rent: 0 }, 'rent: Must be at least 0.01'],
  [{ title: ' ' }, 'title: This field is required'],
  [{ title: '🏕'.repeat(256) }, 'title: Must have at most 255 characters'],
  [{ images: urls }, 'images: Must have at most 5 entries'],
  [{ sku: '' }, 'sku: SKU is required for unit stock'],
  [{ images: 'https://none.invalid/x' }, 'images[0].src: '],
];
export const BROKEN = [...UNREADABLE, ...REJECTED];
export const FOR_SERVICE = REJECTED.length;

const good = (at: number): Cells => ({
  title: `Tent "${at}", green`,
  rent: `${at}.10`,
  sku: `T-${at}`,
  quantity: (at % 3) + 1,
  online: 'TRUE',
  equipments: 'Ground sheet:1; Peg:16',
  images: `https://images.example.com/${at}.webp`,
});
export type Row = { readonly sku: string; readonly line: string; readonly problem?: string };
const row = (cells: Cells): Row => ({ sku: String(cells.sku), line: lineOf(cells) });
export const goodRow = (at: number) => row(good(at));

export const ROWS: readonly Row[] = [
  row(EVERY_CELL),
  ...BROKEN.flatMap(([cells, problem], at): Row[] => {
    const line =
      typeof cells === 'string'
        ? cells
        : lineOf({ title: 'Lamp', rent: 5, sku: `L-${at}`, ...cells });
    return [goodRow(at + 1), { sku: '', line, problem }];
  }),
  ...Array.from({ length: 10 }, (_, at) => goodRow(at + 40)),
];
export const RIGHT = ROWS.length - BROKEN.length;
export const csvOf = (rows: readonly Row[]) =>
  `\uFEFF${[COLUMNS.join(','), ...rows.map(({ line }) => line)].join('\r\n')}\r\n\r\n`;

const notEnded = (at: number) => new RegExp(`row ${at} has a quoted cell that doesn't end`);
const TENT = 'title,rent,sku\nTent,5,T-1\n';

/** Files that create nothing: what it is, content, message, and an option, or who starts the importer. */
export const STOPS: readonly [
  what: string,
  csv: string | Buffer,
  message: RegExp,
  by?: string,
][] = [
  [
    'a column twice',
    'title,rent,sku,Rent\nTent,5,T-1,6\n',
    /the column “rent” is there twice/,
  ],
  ['an open quote', `${TENT}"Lamp,5,T-2\nMat,5,T-3\n`, notEnded(3)],
  [
    'text behind a quote',
    'title,rent,sku\n"Lamp"s,5,T-2\n',
    /row 2 has text behind a closing quote: put the whole cell in quotes, /,
  ],
  [
    'a backslash quote',
    'title,rent,sku\n"A 6\\" pole",5,T-2\n',
    /row 2 has a backslash before a quote: write two quotes for one in a quoted cell$/m,
  ],
  ['JSON', ' [{"title":"Tent"}]', /JSON\.csv is JSON, not CSV: /],
  ['HTML', '<html><table>', /HTML\.csv is HTML or XML, not CSV\. /],
  [
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    / is a workbook, not CSV\. Open it, /,
  ],
  [
    'a column in camel case',
    'title,rent,sku,stockType\nTent,5,T-1,0\n',
    /unknown columns “stockType” \(did you mean stock_type\?\)\. /,
  ],
  ['a million quotes', `title,rent,sku\n"${'a""'.repeat(250_000)}`, notEnded(2)],
  ['an empty file', '', /the column “title” is missing/],
  ['an unknown encoding', TENT, /unknown encoding: utf-9/, '--encoding=utf-9'],
  ['an update without an id', TENT, /the column “id” is missing\. /, '--update=rent'],
  [
    'an unknown field',
    'id,createdAt\n1,5\n',
    /unknown columns “created_at”/,
    '--update=created_at',
  ],
  ['an unknown option', TENT, /--update-all/, '--update-all'],
  ['an unknown token', TENT, /^Stopped: Invalid or missing token: [^\n]+\n$/, 'nobody'],
  [
    'a token that may not write',
    TENT,
    /^Stopped: the token's user doesn't have the permission write\n$/,
    'reader',
  ],
  [
    'a redirect',
    TENT,
    /^Stopped: http.* leads to http.*, which got no request: set API to an address/,
    'redirected',
  ],
];
