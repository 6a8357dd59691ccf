// The variables of the requests of D36: their definitions, right and wrong values, and the errors of each value.
import fc from 'fast-check';
import type { SpelledError } from '../check/answer.ts';
import { spelled } from '../contract/field-path.ts';
import { isOfType, toVariable } from '../contract/translate.ts';
import { asRead } from '../exchange/json-text.ts';
import { createBundleRules } from '../expect/bundle.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { createProductRules, updatableFields, updateProductRules } from '../expect/product.ts';
import { unknownField } from '../expect/shape-errors.ts';
import { variableErrors, type WriteRules } from '../expect/write-rules.ts';
import { type Edit, edited, editsOf, smallest } from '../generate/edits.ts';
import { KNOWN_VALUES } from '../generate/valid.ts';
import { MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';

/** A value of a variable: whole, or an input that is built from edits. */
export interface Given {
  readonly name: string;
  readonly value?: unknown;
  readonly edits?: readonly Edit[];
  /** Fields of REST, or of neither surface, in the spelling that is sent. */
  readonly foreign?: readonly string[];
}

export interface Variable {
  readonly name: string;
  /** The type, and the default if there is one. */
  readonly definition: string;
  readonly arbitrary: fc.Arbitrary<Given>;
  /** The JSON to send; `target` is the id of a product that an update names. */
  jsonOf(given: Given, target?: number): unknown;
  isOfType(given: Given): boolean;
  errors(given: Given): SpelledError[];
}

export function variablesOf(world: World): Variable[] {
  const inputOf = (operation: string) => world.rest.inputShape(operation);
  const create = createProductRules(inputOf('createProduct'));
  const body = inputOf('updateProduct');
  const update = { ...updateProductRules(body, {}), shape: updatableFields(body) };
  return [
    inputVariable(world, 'product', 'CreateProductInput!', create, ['stock_type', 'productType', 'id', 'createdAt']),
    inputVariable(world, 'other', 'CreateProductInput!', create, ['stock_type', 'productType', 'id', 'createdAt']),
    inputVariable(world, 'fields', 'UpdateProductInput!', update, READ_ONLY),
    inputVariable(world, 'bundle', 'CreateBundleInput!', createBundleRules(inputOf('createBundle'), new Map()), [
      'cost',
    ]),
    scalarVariable(world, 'id', 'ID!', [TARGET], [1.5, true, {}, ['1']]),
    scalarVariable(world, 'title', 'String!', ['Tent'], [5, true, {}, ['Tent']]),
    scalarVariable(world, 'rent', 'Float!', [1, 0.5], ['1', true, []]),
    scalarVariable(world, 'cost', 'Float', [0, null, undefined], ['1', {}]),
    scalarVariable(world, 'quantity', 'Int! = 1', [2, undefined], [1.5, '1', 2 ** 31]),
    scalarVariable(world, 'stock', 'StockType', ['BULK', null], ['PALLET', 0, true]),
    scalarVariable(world, 'images', '[ImageInput!]', [[], { src: 'https://a.com/x' }], [[{}], 'x', [null]]),
    scalarVariable(world, 'on', 'Boolean!', [true, false], [1, 'true', {}]),
  ];
}

/** Fields that only an update over REST takes, in the spelling of either surface (D15). */
const READ_ONLY = ['id', 'type', 'items', 'createdAt', 'updatedAt', 'created_at', 'productType', 'stock_type'];

/** Stands for the id of the product that the update names. */
const TARGET = Symbol('target');

/** A variable of one of the three input types: its errors are those of the shape that REST uses. */
function inputVariable(
  world: World,
  name: string,
  definition: string,
  rules: WriteRules,
  foreignNames: readonly string[],
): Variable {
  const type = world.graphql.inputType(definition);
  const envelope = { name: '', shape: rules.shape };
  const right = {
    ...(smallest(rules.shape, KNOWN_VALUES) as object),
    ...(rules.shape.fields?.has('stock_type') && { stock_type: 1 }),
  };
  const edits = editsOf(rules.shape, KNOWN_VALUES);
  const input = ({ edits: changes = [] }: Given) => edited(right, changes);
  const foreignFields = ({ foreign = [] }: Given) => Object.fromEntries(foreign.map((field) => [field, 1]));
  const isWhole = (given: Given) => given.edits === undefined;
  const jsonOf = (given: Given) =>
    isWhole(given)
      ? given.value
      : { ...(toVariable(input(given), rules.shape, type) as object), ...foreignFields(given) };

  const many = Object.keys(MANY_UNKNOWN);
  return {
    name,
    definition,
    jsonOf,
    isOfType: (given) => isOfType(asReadOrUndefined(jsonOf(given)), type),
    errors(given) {
      if (isWhole(given)) return wholeErrors(name, given.value, false);
      const shapeErrors = variableErrors(rules, asRead(input(given)) as JsonObject);
      return [
        ...shapeErrors.map(({ path, code, mentions }) => ({
          variable: name,
          field: spelled(path, 'graphql', envelope),
          code,
          mentions: mentions?.graphql ?? [],
        })),
        ...(given.foreign ?? []).map((field) => {
          const { code, mentions } = unknownField([field]);
          return { variable: name, field, code, mentions: mentions?.graphql ?? [] };
        }),
      ];
    },
    arbitrary: fc.oneof(
      { withCrossShrink: true },
      {
        weight: 8,
        arbitrary: fc.record({
          name: fc.constant(name),
          edits: fc.array(fc.constantFrom(...edits), { maxLength: 2 }),
          foreign: fc.oneof(
            { weight: 4, arbitrary: fc.constant<string[]>([]) },
            { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...foreignNames), { maxLength: 2 }) },
            { weight: 1, arbitrary: fc.constant(many) },
          ),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom<unknown>(undefined, null, 5, 'text', [], [{}]).map((value) => ({ name, value })),
      },
    ),
  };
}

/** Any other variable: REQUIRED or INVALID_FORMAT, without a field. */
function scalarVariable(
  world: World,
  name: string,
  definition: string,
  right: readonly unknown[],
  wrong: readonly unknown[],
): Variable {
  const [notation = '', defaultValue] = definition.split(' = ');
  const type = world.graphql.inputType(notation);
  const isRight = ({ value }: Given) =>
    value === TARGET || (value === undefined && defaultValue !== undefined) || isOfType(value, type);
  return {
    name,
    definition,
    jsonOf: ({ value }, target) => (value === TARGET ? String(target) : value),
    isOfType: isRight,
    errors: (given) => wholeErrors(name, given.value, isRight(given)),
    arbitrary: fc
      .oneof(
        { withCrossShrink: true },
        { weight: 3, arbitrary: fc.constantFrom(...right) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...wrong, null, undefined) },
      )
      .map((value) => ({ name, value })),
  };
}

const wholeErrors = (variable: string, value: unknown, isRight: boolean): SpelledError[] =>
  isRight
    ? []
    : [{ variable, field: '', code: (value ?? null) === null ? 'REQUIRED' : 'INVALID_FORMAT', mentions: [] }];

const asReadOrUndefined = (value: unknown) => (value === undefined ? undefined : asRead(value));
