// Random GraphQL documents, and what each must be answered: graphql-js executes them on the records that the drill knows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  executeSync,
  GraphQLError,
  type GraphQLResolveInfo,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql';
import type { Random } from './random.ts';
import type { Access, Kind, Known, Person, Rental, Thing } from './things.ts';

interface Reader {
  readonly known: Known;
  readonly person: Person;
}

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../../../schema.graphql'), 'utf8'));

const ROOTS = { product: 'Product', bundle: 'Bundle', rental: 'Rental' } as const;
const DEEPEST = 3;
const NESTED_SHARE = 0.5;
const ALIAS_SHARE = 0.2;

/** Some fields of a type in any order, some under aliases, and some of the fields below them. */
function selectionText(random: Random, typeName: string, depth = DEEPEST): string {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const isLeaf = (name: string) => fields.some((field) => field.name === name && isLeafType(getNamedType(field.type)));
  const isDeeper = depth > 0 && random.chance(NESTED_SHARE);
  const parts = random.someOf(fields.filter(({ name }) => isDeeper || isLeaf(name))).map(({ name, type: of }) => {
    const alias = random.chance(ALIAS_SHARE) ? `a${random.below(1000)}_${name}: ` : '';
    return alias + name + (isLeaf(name) ? '' : ` ${selectionText(random, getNamedType(of).name, depth - 1)}`);
  });
  return `{ ${parts.join(' ')} }`;
}

/** A record as the schema has it: a product in another record is null unless the reader owns it. */
function viewOf(record: Thing | Rental, reader: Reader): object {
  const owned = (id: number) => () => {
    const thing = reader.known.things.get(id);
    return thing?.ownerId === reader.person.id ? viewOf(thing, reader) : null;
  };
  if ('tenant' in record) {
    const items = record.items.map((item) => ({ ...item, product: owned(item.productId) }));
    return { ...record, items };
  }
  const items = record.items.map((item) => ({ ...item, product: owned(item.adId) }));
  const view: object = { ...record, items, bundle: () => (record.type === 'BUNDLE' ? view : null) };
  return view;
}

export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly errors: readonly { readonly code: string; readonly path: readonly (string | number)[] }[];
}

/** What a query of the roots `r0`, `r1`, … is answered that lead to these. */
function executed(text: string, found: readonly Access[], reader: Reader): GraphqlAnswer {
  const root = (_args: object, _context: unknown, { path }: GraphQLResolveInfo) => {
    const access = found[Number(String(path.key).slice(1))] ?? 'NOT_FOUND';
    if (typeof access === 'string') throw new GraphQLError(access, { extensions: { code: access } });
    return viewOf(access, reader);
  };
  const rootValue = Object.fromEntries(Object.keys(ROOTS).map((kind) => [kind, root]));
  const variableValues = Object.fromEntries(found.map((_, index) => [`v${index}`, '0']));
  const { data, errors = [] } = executeSync({ schema, document: parse(text), rootValue, variableValues });
  return {
    data: data ?? undefined,
    errors: errors.map(({ extensions, path = [] }) => ({ code: String(extensions.code), path })),
  };
}

export interface Selection {
  readonly text: string;
  answer(record: Thing, reader: Reader): unknown;
}

/** A selection in the payload of a write. */
export function randomSelection(random: Random, typeName: 'Product' | 'Bundle'): Selection {
  const text = selectionText(random, typeName);
  const field = typeName === 'Bundle' ? 'bundle' : 'product';
  return { text, answer: (record, reader) => executed(`{ r0: ${field}(id: "0") ${text} }`, [record], reader).data?.r0 };
}

export interface Query {
  readonly text: string;
  /** The kind of the record that each variable `v0`, `v1`, … is the id of. */
  readonly kinds: readonly Kind[];
  /** What must be answered when the variables lead to these. */
  answer(found: readonly Access[], reader: Reader): GraphqlAnswer;
}

/** A query of one to three records. */
export function randomQuery(random: Random): Query {
  const kinds = Array.from({ length: 1 + random.below(3) }, () =>
    random.of<Kind>(['product', 'product', 'rental', 'bundle']),
  );
  const variables = kinds.map((_, index) => `$v${index}: ID!`).join(', ');
  const fields = kinds.map((kind, index) => `r${index}: ${kind}(id: $v${index}) ${selectionText(random, ROOTS[kind])}`);
  const text = `query (${variables}) { ${fields.join(' ')} }`;
  return { text, kinds, answer: (found, reader) => executed(text, found, reader) };
}
