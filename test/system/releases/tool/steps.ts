// The steps of a release as in src/rest/README.md, each with what is missing.
import { fileURLToPath } from 'node:url';
import { ProductScalarFieldEnum } from '../../../../prisma/generated/client/internal/prismaNamespace.ts';
import { ENUMS } from '../../../../src/database/records.ts';
import { printedSchema } from '../../../../src/graphql/schema.ts';
import { compileReleases } from '../../../../src/openapi/compile-releases.ts';
import { createOpenApiEndpoint } from '../../../../src/openapi/endpoint.ts';
import type { Change } from '../../../../src/operation/change-kinds.ts';
import type { Release } from '../../../../src/operation/release-changes.ts';
import { createVersions } from '../../../../src/operation/versions.ts';
import { productFields } from '../../../../src/products/product-fields.ts';
import { createCodecs } from '../../../../src/rest/codec.ts';
import { missingMigration } from '../../../database/migrations/missing-migration.ts';
import { atLastRelease } from '../../../support/at-last-release.ts';
import { ORIGIN } from '../../../support/openapi-contract.ts';
import { entryFindings } from '../../contract/entry-findings.ts';
import {
  asJson,
  examplesFile,
  goldenFile,
  openApiFile,
  recorded,
  schemaFile,
} from '../../contract/releases.ts';
import { missingExamples } from '../missing-examples.ts';

const SCHEMA_FILE = fileURLToPath(new URL('../../../../schema.graphql', import.meta.url));

interface Step {
  readonly name: string;
  /** Nothing if the step is done. */
  readonly missing: readonly string[];
  /** What to know about it. */
  readonly notes?: readonly string[];
  readonly next: string;
}

export async function stepsOf(releases: readonly Release[]): Promise<readonly Step[]> {
  const errors = entryErrors(releases);
  /** Nothing can be built from entries with errors. */
  const ofEntries = (missingIn: (releases: readonly Release[]) => readonly string[]) =>
    errors.length > 0 ? ['unknown until the entries are correct'] : missingIn(releases);
  return [
    {
      name: 'entries in src/rest/releases.ts',
      missing: errors,
      notes: (releases.at(-1)?.changes ?? []).flatMap(fallbackNote),
      next: 'correct the entries, then run npm run release again.',
    },
    {
      name: 'columns in prisma/*.prisma and prisma/migrations',
      missing: await columnsMissing(),
      next: 'npm run generate, then npm run migration -- --name …; add check constraints by hand.',
    },
    {
      name: 'shapes with examples',
      missing: ofEntries(shapesMissing),
      next: 'add them where the lines say.',
    },
    { name: 'schema.graphql', missing: ofEntries(schemaMissing), next: 'npm run schema' },
    {
      name: 'recorded contract of every version',
      missing: ofEntries(recordsMissing),
      next: 'npm run record',
    },
  ];
}

function fallbackNote(change: Change): string[] {
  if (!('member' in change)) return [];
  const { fallback } = ENUMS[change.member.slice(change.member.indexOf('.') + 1)] ?? {};
  return [
    `${change.member}: older versions, and nodes without ${change.value}, read ${fallback}, which must be the member ` +
      'with the fewest demands: clients send it back; if database/records.ts changed it, deploy that first',
  ];
}

/** Every error of every entry. */
function entryErrors(releases: readonly Release[]): string[] {
  const incomplete = releases
    .slice(1)
    .flatMap(({ date, summary, changes }) => [
      ...(summary === '' ? [`${date}: it has no summary: give clients one sentence`] : []),
      ...(changes.length === 0 ? [`${date}: it has no changes`] : []),
    ]);
  const findings = [...incomplete, ...entryFindings(releases)];
  if (findings.length > 0) return findings;
  try {
    compileReleases(releases, ORIGIN);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

async function columnsMissing(): Promise<string[]> {
  const withoutColumn = Object.keys(productFields).filter(
    (name) => !Object.hasOwn(ProductScalarFieldEnum, name),
  );
  const isMigrated = (await missingMigration()) === undefined;
  return [
    ...withoutColumn.map(
      (name) => `${name} has no column: add its line to the model Product`,
    ),
    ...(isMigrated ? [] : ['the schema has changes without a migration']),
  ];
}

function shapesMissing(releases: readonly Release[]): readonly string[] {
  const versions = atLastRelease(releases);
  return missingExamples(createCodecs(versions)(versions.newest()));
}

function schemaMissing(releases: readonly Release[]): string[] {
  const isPrinted = recorded(SCHEMA_FILE) === printedSchema(atLastRelease(releases));
  return isPrinted ? [] : ['it differs from the code'];
}

function recordsMissing(releases: readonly Release[]): string[] {
  const versions = atLastRelease(releases);
  const schema = recorded(schemaFile(versions.newest()));
  const differing = versions.usable().filter((date) => {
    const onItsDay = createVersions(releases, () => new Date(date));
    const document = createOpenApiEndpoint(onItsDay, ORIGIN).document(date);
    const isComplete = recorded(goldenFile(date)) && recorded(examplesFile(date));
    return !isComplete || recorded(openApiFile(date)) !== asJson(document);
  });
  return [
    ...differing.map((date) => `the record of ${date} differs from the code`),
    ...(schema === printedSchema(versions)
      ? []
      : ['the recorded schema differs from the code']),
  ];
}
