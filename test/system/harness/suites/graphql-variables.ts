// GraphQL requests with variables of the wrong type: one error lists the faults of all, and nothing is executed.
import fc from 'fast-check';
import { graphqlCall } from '../calls/send-pair.ts';
import { checkErrors, checkList } from '../check/answer.ts';
import { RESPONSE_TYPE } from '../check/observed-answer.ts';
import { createBundleRules } from '../expect/bundle.ts';
import { createProductRules, updatableFields, updateProductRules } from '../expect/product.ts';
import { firstErrors } from '../expect/write-rules.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { exchange, expectStored, readProduct } from './send-one.ts';
import type { Suite } from './suite.ts';
import { type Given, imageVariable, inputVariable, plainVariable, TARGET, type Variable } from './variable.ts';

interface VariablesCase {
  /** The root fields, in the order of the document. */
  readonly fields: readonly RootField[];
  /** The variables of the fields, in the order of their definitions. */
  readonly given: readonly Given[];
  readonly accept: string | undefined;
}

interface RootField {
  readonly text: string;
  readonly variables: readonly string[];
}

/** The last field is skipped if `on` is false; its variables are checked nevertheless. */
const ROOT_FIELDS: readonly RootField[] = [
  { text: 'create: createProduct(input: $product) { success }', variables: ['product'] },
  { text: 'update: updateProduct(id: $id, input: $fields) { success }', variables: ['id', 'fields'] },
  { text: 'bundle: createBundle(input: $bundle) { success }', variables: ['bundle'] },
  {
    text: 'scalars: createProduct(input: { title: $title, rent: $rent, cost: $cost, quantity: $quantity, stockType: $stock }) { success }',
    variables: ['title', 'rent', 'cost', 'quantity', 'stock'],
  },
  {
    text: 'list: createProduct(input: { title: "Harness", rent: 1, stockType: BULK, images: $images }) { success }',
    variables: ['images'],
  },
  {
    text: 'entry: createProduct(input: { title: "Harness", rent: 1, stockType: BULK, images: [$image] }) { success }',
    variables: ['image'],
  },
  { text: 'skipped: createProduct(input: $other) @include(if: $on) { success }', variables: ['other', 'on'] },
];

function variablesOf(world: World): Variable[] {
  const create = createProductRules(world.rest.inputShape('createProduct'));
  const body = world.rest.inputShape('updateProduct');
  const update = { ...updateProductRules(body, {}), shape: updatableFields(body) };
  const image = create.shape.fields?.get('images')?.shape.item;
  if (!image) throw new Error('The OpenAPI document has no images of a product');
  return [
    inputVariable(world, 'product', 'CreateProductInput!', create, ['stock_type', 'productType', 'id']),
    inputVariable(world, 'other', 'CreateProductInput!', create, ['createdAt', 'created_at', 'items']),
    inputVariable(world, 'fields', 'UpdateProductInput!', update, READ_ONLY),
    ...bundleVariables(world),
    plainVariable(world, 'id', 'ID!', [TARGET], [1.5, true, {}, ['1']]),
    plainVariable(world, 'title', 'String!', ['Tent'], [5, true, {}, ['Tent']]),
    plainVariable(world, 'rent', 'Float!', [1, 0.5], ['1', true, []]),
    plainVariable(world, 'cost', 'Float', [0, null, undefined], ['1', {}]),
    plainVariable(world, 'quantity', 'Int! = 1', [2, undefined], [1.5, '1', 2 ** 31]),
    plainVariable(world, 'stock', 'StockType', ['BULK', null], ['PALLET', 0, true]),
    plainVariable(world, 'on', 'Boolean!', [true, false], [1, 'true', {}]),
    imageVariable(world, 'image', 'ImageInput!', image),
    // A list is not one of the input types: it has one error.
    plainVariable(world, 'images', '[ImageInput!]', [[], { src: 'https://a.com/x' }], [[{}], 'x', [null]]),
  ];
}

function bundleVariables(world: World): Variable[] {
  if (!world.rest.has('createBundle')) return [];
  const { answer } = world.rest.operation('readProduct');
  const rules = createBundleRules(world.rest.inputShape('createBundle'), new Map(), answer?.shape);
  return [inputVariable(world, 'bundle', 'CreateBundleInput!', rules, ['cost', 'sku'])];
}

/** Fields that an update takes back over REST alone, in the spelling of either surface. */
const READ_ONLY = ['id', 'type', 'items', 'createdAt', 'updatedAt', 'created_at', 'productType', 'stock_type'];

export function graphqlVariableSuite(world: World): Suite<VariablesCase> {
  const variables = new Map(variablesOf(world).map((variable) => [variable.name, variable]));
  const variableOf = ({ name }: Pick<Given, 'name'>): Variable => {
    const found = variables.get(name);
    if (!found) throw new Error(`No variable ${name}`);
    return found;
  };
  const fields = ROOT_FIELDS.filter((field) => field.variables.every((name) => variables.has(name)));
  let target: number | undefined;

  async function run({ fields, given, accept }: VariablesCase): Promise<void> {
    target ??= await createOne(world, PLAIN_PRODUCT);
    const before = await readProduct(world, target, 'rest');
    const definitions = given.map((entry) => `$${entry.name}: ${variableOf(entry).definition}`).join(', ');
    const query = `mutation (${definitions}) { ${fields.map(({ text }) => text).join(' ')} }`;
    const values = Object.fromEntries(given.map((entry) => [entry.name, variableOf(entry).jsonOf(entry, target)]));
    const call = graphqlCall({ query, kind: 'mutation' }, values, { headers: {} }, { accept, byGet: false });
    const { answered, observed } = await exchange(world, 'graphql', call, 'variables');
    checkList(observed, 'variables', answered);
    checkErrors(observed, firstErrors(given.flatMap((entry) => variableOf(entry).errors(entry))), answered);
    const after = await readProduct(world, target, 'rest');
    expectStored(
      before.product,
      after.product,
      [answered, after.answered],
      'A request with variables of the wrong type was executed',
    );
  }

  const valuesOf = (names: readonly string[]) =>
    fc
      .shuffledSubarray([...names], { minLength: names.length })
      .chain((ordered) => fc.tuple(...ordered.map((name) => variableOf({ name }).arbitrary)));

  return {
    arbitrary: fc
      .shuffledSubarray(fields, { minLength: 1, maxLength: 3 })
      .chain((some) =>
        fc.record({
          fields: fc.constant(some),
          given: valuesOf(some.flatMap((field) => field.variables)),
          accept: fc.constantFrom(undefined, RESPONSE_TYPE),
        }),
      )
      .filter(({ given }) => given.some((entry) => !variableOf(entry).isOfType(entry))),
    run,
  };
}
