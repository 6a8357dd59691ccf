// The GraphQL gate: a released schema stays (section 9.6), and the printed schema matches the code.

import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { printedSchema } from '../../../src/graphql/schema.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { FIRST_RELEASE } from '../../support/first-release.ts';
import { RECORDING, record, recorded, schemaFile } from './releases.ts';

const versions = atLastRelease();
const current = printedSchema(versions);

/** A new enum value may break its readers; section 9.6 does not list it among the additions. */
const STOPPED = ['ENUM_VALUE_ADDED'];
/** A type is removed along with the fields that lead to it, and each of them is its own change. */
const FOLLOWS = 'TYPE_REMOVED';

type OneChange = Awaited<ReturnType<typeof diff>>[number];

/** `isOver`: breaks that no longer matter, because the last version that noticed them has ended. */
async function breaks(
  released: GraphQLSchema,
  now: GraphQLSchema,
  isOver: (change: OneChange, released: GraphQLSchema) => boolean = () => false,
): Promise<string[]> {
  const changes = (await diff(released, now)).filter((change) => !isOver(change, released));
  const addedTypes = new Set(
    changes.filter(({ type }) => type === 'TYPE_ADDED').map(({ path }) => path),
  );
  return changes
    .filter(
      ({ criticality, type, path = '' }) =>
        (criticality.level === CriticalityLevel.Breaking && type !== FOLLOWS) ||
        (STOPPED.includes(type) && !addedTypes.has(path.split('.')[0])),
    )
    .map(({ message }) => message);
}

/** Whether a change is due to closed versions: it removes a field that has been deprecated since. */
function isOfClosed({ path = '' }: OneChange, released: GraphQLSchema): boolean {
  const [name = '', field = ''] = path.split('.');
  const owner = released.getType(name);
  const reason =
    isObjectType(owner) || isInputObjectType(owner)
      ? owner.getFields()[field]?.deprecationReason
      : undefined;
  const [withdrawn] = /\d{4}-\d\d-\d\d/.exec(reason ?? '') ?? [];
  return (
    withdrawn !== undefined &&
    RELEASES.every(({ date, isClosed }) => isClosed || date >= withdrawn)
  );
}

test('schema.graphql is printed from the code', async () => {
  await expect(current).toMatchFileSnapshot('../../../schema.graphql');
});

test('its fields and arguments are in camelCase (D34), and it has no subscription (D32)', () => {
  expect(current).not.toMatch(/^\s+\w*_\w*[:(]|^type Subscription/m);
});

test('the code has everything in the released schema', async () => {
  const path = schemaFile(versions.newest());
  const text = recorded(path);
  const broken = text
    ? await breaks(buildSchema(text), buildSchema(current), isOfClosed)
    : [];
  expect(
    broken,
    'keep a field, and withdraw or require it in the entry of a new release; a new one is optional',
  ).toEqual([]);
  if (RECORDING) record(path, current);
  else expect(text, 'never recorded: npm run record').toBeDefined();
});

describe('the gate', () => {
  // The first version has every field and operation, whatever a later one removes.
  const bare = printedSchema(createVersions(FIRST_RELEASE)).replace(/ *""".*?"""\n/gs, '');
  const changed = (from: string | RegExp, to: string) => {
    const schema = bare.replace(from, to);
    expect(schema).not.toBe(bare);
    return breaks(buildSchema(bare), buildSchema(schema));
  };
  const into = (type: string, member: string): [RegExp, string] => [
    new RegExp(`(\\n(?:type|input|enum) ${type} \\{\\n)`),
    `$1  ${member}\n`,
  ];

  it.each([
    ['another type', 'dailyRate: Float!', 'dailyRate: String!'],
    ['a new value', ...into('RentalStatus', 'LATE')],
    ['a field removed', /(type Product \{[^}]*)\n {2}cost: Float\n/, '$1\n'],
    ['an input removed', /(input CreateProductInput \{[^}]*)\n {2}cost: Float\n/, '$1\n'],
    ['a mutation removed', /\n {2}createBundle\([^)]*\): \w+\n/, '\n'],
    ['a new field that is required', ...into('CreateBundleInput', 'shop: ID!')],
  ] as [string, string | RegExp, string][])('stops %s', async (_, from, to) => {
    expect(await changed(from, to)).not.toEqual([]);
  });

  it.each([
    ['a new field', ...into('Product', 'madeUp: Float')],
    ['a new query', ...into('Query', 'shop: ID')],
    ['a new optional field of an input', ...into('CreateBundleInput', 'code: String')],
    [
      'a deprecation',
      'dailyRate: Float!',
      'dailyRate: Float! @deprecated(reason: "Use rate.")',
    ],
  ] as [string, string | RegExp, string][])('allows %s', async (_, from, to) => {
    expect(await changed(from, to)).toEqual([]);
  });
});
