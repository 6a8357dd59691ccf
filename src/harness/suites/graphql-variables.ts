// GraphQL requests with variables of the wrong type (D36): one error lists the faults of all, and nothing is executed.
import fc from 'fast-check';
import { checkErrors, checkHeaders, checkList, refuse, type SpelledError } from '../check/answer.ts';
import { graphqlFaults, RESPONSE_TYPE } from '../check/graphql-answer.ts';
import { observeGraphQL } from '../check/observed-answer.ts';
import { graphqlCall } from '../exchange/send-pair.ts';
import { firstErrors } from '../expect/field-order.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { expectStored, readProduct } from './read-back.ts';
import type { Suite } from './suite.ts';
import { type Given, type Variable, variablesOf } from './variables.ts';

interface VariablesCase {
  /** The names of the root fields, in the order of the document. */
  readonly fields: readonly string[];
  /** The variables that the fields use, in the order of their definitions. */
  readonly given: readonly Given[];
  readonly accept: string | undefined;
}

/** Root fields, with the variables that they use; `skipped` is left out by `@include` if `on` is false. */
const ROOT_FIELDS: Readonly<Record<string, { readonly text: string; readonly variables: readonly string[] }>> = {
  create: { text: 'create: createProduct(input: $product) { success }', variables: ['product'] },
  update: { text: 'update: updateProduct(id: $id, input: $fields) { success }', variables: ['id', 'fields'] },
  bundle: { text: 'bundle: createBundle(input: $bundle) { success }', variables: ['bundle'] },
  literal: {
    text: 'literal: createProduct(input: { title: $title, rent: $rent, cost: $cost, quantity: $quantity, stockType: $stock, images: $images }) { success }',
    variables: ['title', 'rent', 'cost', 'quantity', 'stock', 'images'],
  },
  skipped: {
    text: 'skipped: createProduct(input: $other) @include(if: $on) { success }',
    variables: ['other', 'on'],
  },
};

export function graphqlVariableSuite(world: World): Suite<VariablesCase> {
  const variables = new Map(variablesOf(world).map((variable) => [variable.name, variable]));
  const variable = (name: string): Variable => {
    const found = variables.get(name);
    if (!found) throw new Error(`No variable ${name}`);
    return found;
  };
  let target: number | undefined;

  const isExecutable = ({ given }: VariablesCase) => given.every((entry) => variable(entry.name).isOfType(entry));

  async function run({ fields, given, accept }: VariablesCase): Promise<void> {
    target ??= await createOne(world, world.client, 'createProduct', PLAIN_PRODUCT);
    const before = await readProduct(world, target, 'rest');
    const definitions = given.map(({ name }) => `$${name}: ${variable(name).definition}`).join(', ');
    const query = `mutation (${definitions}) { ${fields.map((field) => ROOT_FIELDS[field]?.text).join(' ')} }`;
    const values = Object.fromEntries(given.map((entry) => [entry.name, variable(entry.name).jsonOf(entry, target)]));
    const call = graphqlCall({ query, kind: 'mutation' }, values, { headers: {} }, { accept, byGet: false });
    const exchange = await world.client.send('graphql', call);
    const observed = observeGraphQL(exchange, '');
    world.tally.count('variables', 'graphql', observed);
    checkHeaders(exchange);
    refuse(graphqlFaults(exchange, undefined), exchange);
    checkList(observed, 'variables', exchange);
    checkErrors(
      observed,
      firstErrors(given.flatMap((entry): SpelledError[] => variable(entry.name).errors(entry))),
      exchange,
    );
    const after = await readProduct(world, target, 'rest');
    expectStored(
      before.product,
      after.product,
      [exchange, after.exchange],
      'A request with wrong variables was executed',
    );
  }

  const generated = fc
    .shuffledSubarray(Object.keys(ROOT_FIELDS), { minLength: 1, maxLength: 3 })
    .chain((fields) => {
      const names = fields.flatMap((field) => ROOT_FIELDS[field]?.variables ?? []);
      return fc.record({
        fields: fc.constant(fields),
        given: fc
          .shuffledSubarray(names, { minLength: names.length })
          .chain((ordered) => fc.tuple(...ordered.map((name) => variable(name).arbitrary))),
        accept: fc.constantFrom(undefined, RESPONSE_TYPE),
      });
    })
    .filter((given: VariablesCase) => !isExecutable(given));

  return {
    name: 'variables of the wrong type',
    share: 6,
    isThrottled: false,
    arbitrary: generated,
    run,
  };
}
