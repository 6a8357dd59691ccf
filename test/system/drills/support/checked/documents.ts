// Random GraphQL documents, and the data that each must be answered with.
import type { Random } from './random.ts';
import type { Access, Kind, Known, Person, Rental, Thing } from './things.ts';

interface Reader {
  readonly known: Known;
  readonly person: Person;
}

// biome-ignore lint/suspicious/noExplicitAny: the records of the types of the schema
type Records = any;

interface Type {
  /** Fields without a selection: the name of the record's field, unless a function makes the value. */
  readonly leaves: Readonly<Record<string, true | ((record: Records) => unknown)>>;
  /** Fields with a selection: their type, and the record or list of records. */
  readonly nested?: Readonly<Record<string, readonly [type: string, of: (record: Records, reader: Reader) => Records]>>;
}

const id = ({ id }: { readonly id: number }) => String(id);
const none = () => null;

/** A product in another record is null unless the reader owns it. */
const owned = (productId: number, { known, person }: Reader) => {
  const thing = known.things.get(productId);
  return thing?.ownerId === person.id ? thing : null;
};

const COMMON = { title: true, description: true, rent: true, online: true, archived: true } as const;
const STORED = { id, createdAt: true, updatedAt: true, revision: true } as const;

/** The types of schema.graphql. */
const TYPES: Readonly<Record<string, Type>> = {
  Product: {
    leaves: {
      ...COMMON,
      ...STORED,
      ...{ cost: true, type: true, stockType: true, sku: true, quantity: true, code: true, barcode: true },
      ...{ shelfLifeMin: true, shelfLifeMax: true },
      ...{ stockUnitTypeId: none, commodityCode: none, countryOfManufacture: none },
    },
    nested: {
      equipments: ['Equipment', ({ equipments }: Thing) => equipments],
      images: ['Image', ({ images }: Thing) => images],
      bundle: ['Bundle', (thing: Thing) => (thing.type === 'BUNDLE' ? thing : null)],
    },
  },
  Bundle: {
    leaves: { ...COMMON, ...STORED },
    nested: {
      images: ['Image', ({ images }: Thing) => images],
      items: ['BundleItem', ({ items }: Thing) => items],
    },
  },
  BundleItem: {
    leaves: { adId: ({ adId }) => String(adId), quantity: true },
    nested: { product: ['Product', ({ adId }, reader) => owned(adId, reader)] },
  },
  Equipment: { leaves: { name: true, quantity: true } },
  Image: { leaves: { src: true } },
  Rental: {
    leaves: {
      ...{ id, status: true, startDate: true, endDate: true },
      totalAmount: true,
      createdAt: true,
      updatedAt: true,
    },
    nested: {
      tenant: ['Account', ({ tenant }: Rental) => tenant],
      owner: ['Account', ({ owner }: Rental) => owner],
      selectAccounts: ['Account', ({ selectAccounts }: Rental) => selectAccounts],
      items: ['RentalItem', ({ items }: Rental) => items],
    },
  },
  RentalItem: {
    leaves: {
      productId: ({ productId }) => String(productId),
      title: true,
      quantity: true,
      dailyRate: true,
      total: true,
    },
    nested: { product: ['Product', ({ productId }, reader) => owned(productId, reader)] },
  },
  Account: { leaves: { id, name: true, email: true } },
};

const ROOTS: Readonly<Record<Kind, string>> = { product: 'Product', bundle: 'Bundle', rental: 'Rental' };
const DEEPEST = 3;
const NESTED_SHARE = 0.5;
const ALIAS_SHARE = 0.2;

export interface Selection {
  readonly text: string;
  answer(record: Records, reader: Reader): unknown;
}

interface Part {
  readonly key: string;
  readonly text: string;
  value(record: Records, reader: Reader): unknown;
}

/** Some fields of a type in any order, some under aliases, and some of the fields below them. */
export function randomSelection(random: Random, typeName: string, depth = DEEPEST): Selection {
  const { leaves = {}, nested = {} } = TYPES[typeName] ?? {};
  const deeper = depth > 0 && random.chance(NESTED_SHARE) ? Object.keys(nested) : [];
  const parts = random.someOf([...Object.keys(leaves), ...deeper]).map((name): Part => {
    const alias = random.chance(ALIAS_SHARE) ? `a${random.below(1000)}_${name}` : undefined;
    const [key, prefix] = alias ? [alias, `${alias}: `] : [name, ''];
    const below = nested[name];
    if (below) {
      const inner = randomSelection(random, below[0], depth - 1);
      const value = (record: Records, reader: Reader) =>
        each(below[1](record, reader), (one) => inner.answer(one, reader));
      return { key, text: `${prefix}${name} ${inner.text}`, value };
    }
    const leaf = leaves[name];
    return { key, text: prefix + name, value: (record) => (typeof leaf === 'function' ? leaf(record) : record[name]) };
  });
  return {
    text: `{ ${parts.map(({ text }) => text).join(' ')} }`,
    answer: (record, reader) => Object.fromEntries(parts.map(({ key, value }) => [key, value(record, reader)])),
  };
}

const each = (value: Records, make: (one: Records) => unknown): unknown => {
  if (value === null) return null;
  return Array.isArray(value) ? value.map(make) : make(value);
};

export interface Query {
  readonly text: string;
  /** The kind of the record that each variable `v0`, `v1`, … is the id of. */
  readonly kinds: readonly Kind[];
  /** What must be answered when the variables lead to these. */
  answer(found: readonly Access[], reader: Reader): GraphqlAnswer;
}

export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly errors: readonly { readonly code: string; readonly path: readonly (string | number)[] }[];
}

/** A query of one to three records. */
export function randomQuery(random: Random): Query {
  const kinds = Array.from({ length: 1 + random.below(3) }, () =>
    random.of<Kind>(['product', 'product', 'rental', 'bundle']),
  );
  const selections = kinds.map((kind) => randomSelection(random, ROOTS[kind]));
  const variables = kinds.map((_, index) => `$v${index}: ID!`).join(', ');
  const fields = kinds.map((kind, index) => `r${index}: ${kind}(id: $v${index}) ${selections[index]?.text}`);
  return {
    text: `query (${variables}) { ${fields.join(' ')} }`,
    kinds,
    answer: (found, reader) => ({
      data: Object.fromEntries(
        found.map((access, index) => [
          `r${index}`,
          typeof access === 'string' ? null : selections[index]?.answer(access, reader),
        ]),
      ),
      errors: found.flatMap((access, index) =>
        typeof access === 'string' ? [{ code: access, path: [`r${index}`] }] : [],
      ),
    }),
  };
}
