// The guide's importer on spreadsheets as shops and office programs save them: what becomes a product, what is reported.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openServedApp } from '../../http/served-app.ts';
import { openImporter, testImporter } from './importer.ts';

const app = await openServedApp();
const importer = await openImporter(app.origin);

const NUMBER = 'rent: Must be a number such as 12.50, not ';
const BOOLEAN = 'online: Must be true or false, not ';
const EQUIPMENTS =
  'equipments: Must be name:quantity with semicolons between, such as Ground sheet:1; Peg:16, not ';
const GERMAN = {
  2: `${NUMBER}“24,50”; ${BOOLEAN}“WAHR”`,
  3: `${NUMBER}“3,2”; ${BOOLEAN}“FALSCH”`,
};
const TENT = { title: 'Tent 1', rent: 5, sku: 'T-1' };
const IN_A_BAG = [
  { name: 'Ground sheet', quantity: 1 },
  { name: 'Peg', quantity: 16 },
];
const image = (path: string) => ({ src: `https://woo.example.com/${path}` });

interface Spreadsheet {
  readonly file: string;
  readonly is: string;
  readonly options?: readonly string[];
  readonly products?: readonly object[];
  /** The problems by the number of the row; all others are products. */
  readonly rows?: Readonly<Record<number, string>>;
  /** What stops the run before it creates anything. */
  readonly stop?: RegExp;
}

const SPREADSHEETS: readonly Spreadsheet[] = [
  {
    file: '01-shopify-raw.csv',
    is: "a shop's own header",
    stop: /: row 1: unknown columns “Handle”, “Body \(HTML\)”, .*; the column “rent” is missing\. Columns there are: title, /,
  },
  {
    file: '03-woo-mapped.csv',
    is: 'a decimal comma, digits as booleans, lists of URLs',
    products: [
      { title: 'Belt', images: [image('a.jpg'), image('b.jpg')] },
      { title: 'Lines', images: [image('1.jpg'), image('2.jpg')] },
      { title: 'Comma in a name', images: [image('123_High_Street,_London.jpg')] },
    ],
    rows: {
      2: `${NUMBER}“24,50”; ${BOOLEAN}“1”`,
      3: `${BOOLEAN}“0”`,
      4: `${BOOLEAN}“-1”`,
      6: 'images: Must have at most 5 entries',
    },
  },
  {
    file: '04c-excel-de-quoted-header.csv',
    is: 'semicolons and a quoted header of a German Excel',
    rows: GERMAN,
  },
  {
    file: '04d-comma-1252.csv',
    is: 'Windows-1252',
    stop: /: row 2 isn't UTF-8\. Save the file as “CSV UTF-8”, .* “Zelt für 4,.*” with --encoding=windows-1252/,
  },
  {
    file: '04d-comma-1252.csv',
    is: 'Windows-1252, by its name',
    options: ['--encoding=windows-1252'],
    products: [{ title: 'Zelt für 4', rent: 24.5, sku: 'Z-4' }],
  },
  {
    file: '05a-excel-short-rows.csv',
    is: 'rows without their last empty cells',
    products: [
      { ...TENT, equipments: [{ name: 'Peg', quantity: 4 }] },
      ...[2, 3, 4, 5].map((at) => ({ title: `Tent ${at}`, sku: `T-${at}`, equipments: [] })),
    ],
  },
  {
    file: '05b-trailing-columns.csv',
    is: 'columns without a name, and a row of totals',
    products: [TENT],
    rows: { 4: 'sku: SKU is required for unit stock' },
  },
  {
    file: '05c-blank-rows.csv',
    is: 'blank rows',
    products: [TENT, { title: 'Tent 2', rent: 6, sku: 'T-2' }],
  },
  { file: '05e-sep-line.csv', is: 'a line that names the separator', products: [TENT] },
  {
    file: '05f-marks.csv',
    is: 'byte-order marks and blank lines before the names',
    products: [{ title: 'Tent', rent: 5, sku: 'T-1' }],
    rows: { 5: 'title: This field is required' },
  },
  {
    file: '06a-utf16le-tab.txt',
    is: 'UTF-16 with tabs',
    products: [{ title: 'Zelt für 4', rent: 24.5, sku: 'Z-1' }],
  },
  {
    file: '06c-mac-cr.csv',
    is: 'line ends of old Macs',
    products: [
      { title: 'Zelt A', rent: 24.5, sku: 'M-1' },
      { title: 'Zelt B', rent: 4, sku: 'M-2' },
    ],
  },
  {
    file: '07b-header-spaces.csv',
    is: 'blanks around names',
    products: [{ title: 'Tent', rent: 5, sku: 'T-1' }],
  },
  {
    file: '07g-with-id.csv',
    is: 'IDs in a file of new products',
    stop: /: row 1: “id” names products that exist: update them with --update, or remove the column/,
  },
  {
    file: '08-equipments.csv',
    is: 'equipment in many spellings',
    products: ['E-0', 'E-2', 'E-3', 'E-7'].map((sku) => ({ sku, equipments: IN_A_BAG })),
    rows: Object.fromEntries(
      [
        'Ground sheet:1, Peg:16',
        ...['', '', 'Ground sheet x1; Peg x16', '1 x Ground sheet; 16 x Peg'],
        ...['Ground sheet; Peg', '', 'Peg:16.0', 'Peg:0', 'Peg:sixteen', ':3', 'Ratio 1:2:4'],
        ...[
          'Peg=16',
          "[{'name': 'Peg', 'quantity': 16}]",
          '[{"name": "Peg", "quantity": 16}]',
        ],
        ...['{"name": "Peg", "quantity": 16}', '["Peg","Sheet"]', 'Ground sheet:1|Peg:16'],
        ...['Peg (4:3):2', 'Peg：16', 'Bulb'],
      ].flatMap((cell, at) => (cell === '' ? [] : [[at + 3, `${EQUIPMENTS}“${cell}”`]])),
    ),
  },
  {
    file: '10a-inch.csv',
    is: 'a quote in a cell',
    products: ['Q-1', 'Q-2'].map((sku) => ({ title: 'Tent 6" pole', sku })),
  },
  {
    file: '10e-html-commas.csv',
    is: 'a comma in HTML without quotes',
    products: [{ title: 'B', description: '<p style="color:red">x</p>' }],
    rows: { 2: '5 cells, the header has 4' },
  },
  {
    file: '16-de-thousands.csv',
    is: 'thousands with a point, of a German LibreOffice',
    products: [{ sku: 'FT-3', rent: 12.5, quantity: 2 }],
    rows: {
      2: 'rent: “1.234” could be 1234 or 1.234: write 1234, or 1.2340',
      3: 'quantity: “12.000” could be 12000 or 12: write 12000, or 12',
    },
  },
  {
    file: '18-broken-cells.csv',
    is: 'blanks behind commas, and what spreadsheets leave in a cell',
    products: [{ title: 'Mat', rent: 3.2, sku: 'SP-2', quantity: 1 }],
    rows: {
      3: "sku: “#REF!” is a formula's error: correct it",
      4: 'sku: “="007"” is a formula: replace it with its value',
      5: 'sku: “4.00638E+12” is a rounded number: format the column as text, and enter the cell again',
      6: 'title: “Loading...” was still loading: save the file again once it shows the text',
    },
  },
  { file: '19-workbook.csv', is: 'a workbook', stop: / is a workbook, not CSV\. / },
];

testImporter.each(SPREADSHEETS)(
  '$file: $is',
  async ({ file, options = [], products = [], rows = {}, stop }) => {
    const { id, token } = await app.person('shop');
    await copyFile(join(import.meta.dirname, 'spreadsheets', file), importer.file(file));
    const words = [...options, file, `${id}.csv`];
    const { status, messages, output } = await importer.run(token, words);
    const rejected = Object.entries(rows).map(
      ([row, problem]) => `${file}: row ${row}: ${problem}\n`,
    );
    if (stop) expect(messages).toMatch(new RegExp(`^Stopped: ${file}${stop.source}`));
    else expect(messages.match(/.*\n/g) ?? []).toEqual(expect.arrayContaining(rejected));
    expect(messages.match(/.*\n/g) ?? []).toHaveLength(stop ? 1 : rejected.length);
    const done = `${products.length} created, ${rejected.length} rejected, 0 created before`;
    expect(output).toBe(stop ? '' : done);
    expect(status).toBe(stop ? 2 : Math.min(rejected.length, 1));
    const made = await app.db.product.findMany({
      where: { ownerId: id },
      orderBy: { id: 'asc' },
    });
    expect(made.map(({ rent, ...product }) => ({ rent: Number(rent), ...product }))).toEqual(
      products.map((product) => expect.objectContaining(product)),
    );
  },
);
