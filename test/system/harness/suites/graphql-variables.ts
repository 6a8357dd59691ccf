// GraphQL requests with variables of the wrong type: one error lists the errors of all, and nothing is executed.
import fc from 'fast-check';
import { asRead } from '../calls/call.ts';
import { graphqlCall } from '../calls/send-pair.ts';
import { checkErrors, checkList, type ListedError } from '../check/answer.ts';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import { type Shape, spelled } from '../contract/shape.ts';
import { isOfType, toVariable } from '../contract/translate.ts';
import { createBundleRules } from '../expect/bundle.ts';
import type { ExpectedError, JsonObject } from '../expect/expected-answer.ts';
import { createProductRules, updatableFields, updateProductRules } from '../expect/product.ts';
import { unknownField } from '../expect/shape-errors.ts';
import { firstErrors, variableErrors, type WriteRules } from '../expect/write-rules.ts';
import { edited, editsOf, smallest } from '../generate/edits.ts';
import { MANY_UNKNOWN } from '../generate/values.ts';
import { createOne, type World } from '../world.ts';
import { exchangeGraphQL, expectStored, readProduct } from './send-one.ts';
import type { Suite } from './suite.ts';

interface VariablesCase {
  /** The root fields, in document order. */
  readonly fields: readonly string[];
  /** The variables of the fields, in the order of their definitions. */
  readonly given: readonly Given[];
  readonly accept: string | undefined;
}

/** A variable with a value. */
interface Given {
  readonly name: string;
  /** The type, and the default if there is one. */
  readonly definition: string;
  /** The JSON to send, or TARGET. */
  readonly value: unknown;
  readonly isOfType: boolean;
  /** Including those of limits, which are reported along with those of types. */
  readonly errors: readonly ListedError[];
}

type Variable = readonly [name: string, given: fc.Arbitrary<Given>];

/** Replaces the ID of the product that an update names. */
const TARGET = Symbol('target');

/** The root fields. The last is skipped if `on` is false; its variables are checked nevertheless. */
const ROOT_FIELDS: readonly string[] = [
  'create: createProduct(input: $product) { success }',
  'update: updateProduct(id: $id, input: $fields) { success }',
  'bundle: createBundle(input: $bundle) { success }',
  'parts: createProduct(input: { title: $title, rent: $rent, stockType: $stock, images: $images }) { success }',
  'skipped: createProduct(input: $other) @include(if: $on) { success }',
];

const variablesIn = (field: string) => [...field.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);

/** The error of a whole value. */
const valueError = (variable: string, value: unknown): ListedError => ({
  variable,
  field: '',
  code: (value ?? null) === null ? 'REQUIRED' : 'INVALID_FORMAT',
  mentions: [],
});

/** A variable of a type without fields, of which three in four values are valid. */
function plainVariable(
  { graphql }: World,
  name: string,
  definition: string,
  right: readonly unknown[],
  wrong: readonly unknown[],
): Variable {
  const [notation = '', preset] = definition.split(' = ');
  const type = graphql.inputType(notation);
  const given = (value: unknown): Given => {
    const isRight =
      value === TARGET || (value === undefined && preset !== undefined) || isOfType(value, type);
    return {
      name,
      definition,
      value,
      isOfType: isRight,
      errors: isRight ? [] : [valueError(name, value)],
    };
  };
  const values = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong, null, undefined) },
  );
  return [name, values.map(given)];
}

/** A variable's errors in GraphQL names. */
const listedErrors = (
  variable: string,
  errors: readonly ExpectedError[],
  shape: Shape,
): ListedError[] =>
  errors.map(({ path, code, mentions }) => ({
    variable,
    field: spelled(path, 'graphql', { name: '', shape }),
    code,
    mentions: mentions?.graphql ?? [],
  }));

const NO_INPUTS: readonly unknown[] = [undefined, null, 5, 'text', [], [{}]];

/** A variable of an input type; `unknown` are names that it doesn't have, such as REST names. */
function inputVariable(
  { graphql }: World,
  name: string,
  definition: string,
  rules: WriteRules,
  unknown: readonly string[],
): Variable {
  const { shape } = rules;
  const type = graphql.inputType(definition);
  const given = (input: JsonObject, added: readonly string[]): Given => {
    const members = added.map((field) => [field, 1]);
    const value = { ...(toVariable(input, shape, type) as object), ...Object.fromEntries(members) };
    const unknownErrors = added.map((field) => unknownField([field]));
    const errors = [
      ...listedErrors(name, variableErrors(rules, asRead(input) as JsonObject), shape),
      // The REST shape must not translate the added names.
      ...listedErrors(name, unknownErrors, { ...shape, fields: new Map() }),
    ];
    return { name, definition, value, isOfType: isOfType(asRead(value), type), errors };
  };
  const edits = fc.array(fc.constantFrom(...editsOf(shape)), { maxLength: 2 });
  const added = fc.oneof(
    { weight: 4, arbitrary: fc.constant<string[]>([]) },
    { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...unknown), { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(Object.keys(MANY_UNKNOWN)) },
  );
  const right = smallest(shape);
  const inputs = fc
    .tuple(edits, added)
    .map(([changes, names]) => given(edited(right, changes) as JsonObject, names));
  const others = fc.constantFrom(...NO_INPUTS).map((value) => {
    const errors = [valueError(name, value)];
    return { name, definition, value, isOfType: false, errors };
  });
  return [name, fc.oneof({ weight: 8, arbitrary: inputs }, { weight: 1, arbitrary: others })];
}

const CREATE = 'CreateProductInput!';
const UNKNOWN = ['stock_type', 'productType', 'id', 'createdAt', 'created_at', 'items'];

function variablesOf(world: World): Variable[] {
  const { rest } = world;
  const create = createProductRules(rest.inputShape('createProduct'));
  const fields = updatableFields(rest.inputShape('updateProduct'));
  const update = { ...updateProductRules(rest, {}), shape: fields };
  return [
    inputVariable(world, 'product', CREATE, create, UNKNOWN),
    inputVariable(world, 'other', CREATE, create, UNKNOWN),
    inputVariable(world, 'fields', 'UpdateProductInput!', update, UNKNOWN),
    ...bundleVariables(world),
    plainVariable(world, 'id', 'ID!', [TARGET], [1.5, true, {}, ['1']]),
    plainVariable(world, 'title', 'String!', ['Tent'], [5, true, {}, ['Tent']]),
    plainVariable(world, 'rent', 'Float! = 1', [1, 0.5, undefined], ['1', true, []]),
    plainVariable(world, 'stock', 'StockType', ['BULK', null], ['PALLET', 0, true]),
    plainVariable(world, 'on', 'Boolean!', [true, false], [1, 'true', {}]),
    // A list is not one of the input types: it has one error.
    plainVariable(world, 'images', '[ImageInput!]', [[]], [[{}], 'x', [null]]),
  ];
}

function bundleVariables(world: World): Variable[] {
  if (!world.rest.has('createBundle')) return [];
  const { answer } = world.rest.operation('readProduct');
  const rules = createBundleRules(world.rest.inputShape('createBundle'), new Map(), answer?.shape);
  return [inputVariable(world, 'bundle', 'CreateBundleInput!', rules, ['cost', 'sku'])];
}

export function graphqlVariableSuite(world: World): Suite<VariablesCase> {
  const variables = new Map(variablesOf(world));
  const known = ROOT_FIELDS.filter((field) =>
    variablesIn(field).every((name) => variables.has(name)),
  );
  let target: number | undefined;

  async function run({ fields, given, accept }: VariablesCase): Promise<void> {
    target ??= await createOne(world);
    const before = await readProduct(world, target, 'rest');
    const definitions = given.map(({ name, definition }) => `$${name}: ${definition}`).join(', ');
    const query = `mutation (${definitions}) { ${fields.join(' ')} }`;
    const id = String(target);
    const sent = given.map(({ name, value }) => [name, value === TARGET ? id : value]);
    const document = { query, kind: 'mutation' } as const;
    const call = graphqlCall(document, Object.fromEntries(sent), undefined, { accept });
    const { answered, observed } = await exchangeGraphQL(world, call);
    checkList(observed, 'variables', answered);
    checkErrors(observed, firstErrors(given.flatMap(({ errors }) => errors)), answered);
    const after = await readProduct(world, target, 'rest');
    const aspect = 'A request with variables of the wrong type was executed';
    expectStored(before.product, after.product, [answered, after.answered], aspect);
  }

  const valuesOf = (names: readonly string[]) =>
    fc
      .shuffledSubarray([...names], { minLength: names.length })
      .chain((ordered) => fc.tuple(...ordered.flatMap((name) => variables.get(name) ?? [])));

  return {
    arbitrary: fc
      .shuffledSubarray(known, { minLength: 1, maxLength: 3 })
      .chain((some) =>
        fc.record({
          fields: fc.constant(some),
          given: valuesOf(some.flatMap(variablesIn)),
          accept: fc.constantFrom(undefined, RESPONSE_TYPE),
        }),
      )
      .filter(({ given }) => given.some(({ isOfType }) => !isOfType)),
    run,
  };
}
