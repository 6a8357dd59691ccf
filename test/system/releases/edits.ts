// What the rehearsed release edits in the code: the shapes, names and columns of new fields, their migration, and the
// harness's expectations.
import { fileURLToPath } from 'node:url';

const REHEARSED_MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/** Read for a version that has no recorded examples in the code. */
export const REHEARSED_EXAMPLES = fileURLToPath(new URL('examples.json', import.meta.url));

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The code that Prisma generates from the schema, and where it is generated with the release's fields. */
const GENERATED_IN_CODE = fileURLToPath(new URL('../../../prisma/generated/', import.meta.url));
const CACHE = fileURLToPath(
  new URL('../../../node_modules/.cache/rehearsed-release/', import.meta.url),
);
export const REHEARSED_SCHEMA = `${CACHE}schema.prisma`;
export const GENERATED = `${CACHE}generated/`;

/** The file that is loaded instead of a generated one. */
export const rehearsedFile = (path: string): string | undefined =>
  path.startsWith(GENERATED_IN_CODE) ? GENERATED + path.slice(GENERATED_IN_CODE.length) : undefined;

/** A place in a source, and the lines before it, unless a real release has made that edit. */
type Edit = readonly [place: string, lines: string, unless?: RegExp];

const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  '/src/products/product-shape.ts': [
    [
      '  cost: decimal(',
      `  rehearsed: requiredText(3).meta({ description: 'ISO 4217 code of the rehearsed.', example: 'EUR' }),
  rehearsedSize: domainObject('RehearsedSize', 'The size of the rehearsed.', {
    widthMillimetres: quantity().meta({ description: 'Its width.' }),
    lengthMillimetres: quantity().meta({ description: 'Its length.' }),
    wrapping: text(40).optional().meta({ description: 'What it is wrapped in.' }),
  }),
  rehearsedFiles: list(
    domainObject('RehearsedFile', 'A file on the rehearsed.', {
      title: requiredText(80).meta({ description: 'Its title.' }),
      url: text().meta({ description: 'Where it is.' }),
    }),
    { max: 3 },
  ).meta({ description: 'Files on the rehearsed, in order.' }),
  rehearsedTags: list(text(40), { max: 20 }).meta({ description: 'Words for the rehearsed.' }),\n`,
    ],
  ],
  '/src/graphql/types/rental.ts': [
    ["  CANCELLED: 'Cancelled", "  REHEARSED: 'Ended, and not returned.',\n"],
  ],
  '/src/rest/routes.ts': [
    [
      'import { API_BASE_PATH',
      "import { readBundle } from '../bundles/read-bundle.ts';\n",
      /import { readBundle }/,
    ],
    [
      '] as const satisfies readonly Route[];',
      `  {
    method: 'GET',
    path: '/bundle/:id',
    operation: readBundle,
    revision,
    answer: readProductAnswer,
    reply: (bundle: ProductRow) => ({ body: { product: toAds(bundle) } }),
    tag: TAGS.bundle,
    notes: () => 'For the owner of the bundle.',
  },\n`,
      /operation: readBundle,/,
    ],
  ],
  '/src/openapi/operation-examples.ts': [
    [
      '  createBundle: {',
      "  readBundle: { bundle: { summary: 'A bundle', target: products.camping } },\n",
      /^ {2}readBundle: /m,
    ],
  ],
  '/src/rest/wire.ts': [
    [
      "  createdAt: 'created_at'",
      `  rehearsedSize: 'rehearsed_size',
  widthMillimetres: 'width_millimetres',
  lengthMillimetres: 'length_millimetres',
  rehearsedFiles: 'rehearsed_files',
  rehearsedTags: 'rehearsed_tags',\n`,
    ],
  ],
  '/src/openapi/examples.ts': [
    [
      '  const text = recorded.get(',
      `  const name = \`\${version}.json\`;
  if (!recorded.has(name)) recorded.set(name, readFileSync(${JSON.stringify(REHEARSED_EXAMPLES)}, 'utf8'));\n`,
    ],
  ],
  '/test/system/harness/expect/product-fields.ts': [
    [
      '  cost: {',
      `  rehearsed: { unset: 'EUR', sample: 'CHF' },
  rehearsed_size: { unset: null, sample: { width_millimetres: 300, length_millimetres: 500 } },
  rehearsed_files: { unset: [], sample: [{ title: 'Manual', url: 'https://files.example/manual' }] },
  rehearsed_tags: { unset: [], sample: ['light'] },\n`,
    ],
  ],
  // Its migration is next to this file, and is read as if it were in prisma/migrations.
  '/src/database/migrations/migrations.ts': [
    [
      '  return Promise.all(names.sort()',
      `  if (directory === MIGRATIONS_DIRECTORY) {
    const released = await Promise.all(names.sort().map((name) => readMigration(directory, name)));
    return [...released, ...(await readMigrations(${JSON.stringify(REHEARSED_MIGRATIONS)}))];
  }\n`,
    ],
  ],
};

/** The source of a module with the release's edits. */
export function edited(path: string, source: string): string {
  const [, edits = []] = Object.entries(EDITS).find(([file]) => path.endsWith(file)) ?? [];
  return edits.reduce((text, [place, lines, unless]) => {
    if (unless?.test(source)) return text;
    if (text.split(place).length !== 2)
      throw new Error(`${path} has no place for the edit of the rehearsed release`);
    return text.replace(place, () => lines + place);
  }, source);
}
