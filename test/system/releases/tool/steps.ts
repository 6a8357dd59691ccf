// The steps of a release as on the versions page, each with what is missing.
import { readFile } from 'node:fs/promises';
import { ProductScalarFieldEnum } from '../../../../prisma/generated/client/internal/prismaNamespace.ts';
import { readMigrations } from '../../../../src/database/migrations/migrations.ts';
import { printedSchema } from '../../../../src/graphql/schema.ts';
import { createOpenApiEndpoint } from '../../../../src/openapi/endpoint.ts';
import { createHistory, type Release } from '../../../../src/operation/release-changes.ts';
import { createVersions } from '../../../../src/operation/versions.ts';
import { productFields } from '../../../../src/products/product-shape.ts';
import { atLastRelease, RELEASES } from '../../../../src/rest/releases.ts';
import { wireOf } from '../../../../src/rest/wire.ts';
import { createCodecs } from '../../../../src/rest/wire-codec.ts';
import { missingMigration } from '../../../database/migrations/missing-migration.ts';
import { ORIGIN } from '../../../support/openapi-contract.ts';
import { entryFaults } from '../../contract/entry-faults.ts';
import {
  asJson,
  examplesFile,
  goldenFile,
  openApiFile,
  recorded,
  schemaFile,
} from '../../contract/releases.ts';
import { PRODUCT_FIELDS } from '../../harness/expect/product-fields.ts';
import { missingExamples } from './missing-examples.ts';

/** What each step lacks, nothing if it is done, and what to do about it. */
export const stepsOf = async (
  release: Release,
): Promise<readonly (readonly [name: string, missing: readonly string[], next: string])[]> => [
  [
    'entry, in src/rest/releases.ts',
    entryMissing(release),
    'mend the entry, and run npm run release again.',
  ],
  [
    'columns, in prisma/schema.prisma and prisma/migrations',
    await columnsMissing(release),
    'npm run generate, then npm run migration -- --name …; add what Prisma does not know, such as check constraints.',
  ],
  [
    'shapes, with examples and rows of the harness',
    shapesMissing(release),
    'add them where the lines say.',
  ],
  ['schema.graphql', await schemaMissing(), 'npm run schema'],
  ['recorded contract of every version', recordsMissing(), 'npm run record'],
];

/** The errors of the entry, and of earlier ones, which name their day. */
export function entryMissing({ date, summary, changes }: Release, releases = RELEASES): string[] {
  return [
    ...(summary === '' ? ['it has no summary: one sentence for clients'] : []),
    ...(changes.length === 0 ? ['it has no change'] : []),
    ...entryFaults(releases).map((fault) =>
      fault.startsWith(`${date}: `) ? fault.slice(`${date}: `.length) : fault,
    ),
  ];
}

async function columnsMissing({ changes }: Release): Promise<string[]> {
  const withoutColumn = Object.keys(productFields).filter(
    (name) => !Object.hasOwn(ProductScalarFieldEnum, name),
  );
  const cure = 'has no column: add its line to the model Product, with a default or nullable';
  const isUnmigrated = (await missingMigration()) !== undefined;
  const sql = (await readMigrations()).map((migration) => migration.sql).join('\n');
  return [
    ...withoutColumn.map((name) => `${name} ${cure}`),
    ...(isUnmigrated ? ['prisma/schema.prisma has what no migration makes'] : []),
    ...changes.flatMap((change) =>
      'limit' in change ? constraintMissing(change.limit, change.is.max, sql) : [],
    ),
  ];
}

/** A product's check constraint that rejects what the release allows. */
function constraintMissing(subject: string, max: number | undefined, sql: string): string[] {
  const [object, field = ''] = subject.split('.');
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const checks = [...sql.matchAll(new RegExp(`_length\\("?${column}"?\\) <= (\\d+)`, 'g'))];
  const most = Number(checks.at(-1)?.[1] ?? Number.POSITIVE_INFINITY);
  if (object !== 'Product' || max === undefined || max <= most) return [];
  return [
    `the check constraint of ${column} takes ${most}, the entry ${max}: what it alone refuses is 500`,
  ];
}

function shapesMissing({ date }: Release): string[] {
  const codecOf = createCodecs(atLastRelease());
  const code = wireOf(createHistory([]), '');
  const names = Object.keys(productFields).map((name) => code.name('Product', name));
  const withoutRow = names.filter((name) => !PRODUCT_FIELDS.includes(name));
  return [
    ...missingExamples(codecOf(date)),
    ...withoutRow.map(
      (name) => `${name} has no row in test/system/harness/expect/product-fields.ts`,
    ),
  ];
}

async function schemaMissing(): Promise<string[]> {
  const printed = await readFile(new URL('../../../../schema.graphql', import.meta.url), 'utf8');
  return printed === printedSchema(atLastRelease()) ? [] : ['it is not that of the code'];
}

function recordsMissing(): string[] {
  const versions = atLastRelease();
  const newest = versions.newest();
  const differ = versions.usable().filter((date) => {
    const onItsDay = createVersions(RELEASES, () => new Date(date));
    if (date === newest && recorded(schemaFile(date)) !== printedSchema(versions)) return true;
    if ([goldenFile, examplesFile].some((fileOf) => recorded(fileOf(date)) === undefined))
      return true;
    return (
      recorded(openApiFile(date)) !== asJson(createOpenApiEndpoint(onItsDay, ORIGIN).document(date))
    );
  });
  return differ.map((date) => `${date} is not as the code has it`);
}
