// A variable of a GraphQL request: its definition, its values, and the errors of each value.
import fc from 'fast-check';
import { asRead } from '../calls/call.ts';
import type { ListedError } from '../check/answer.ts';
import { type Shape, spelled } from '../contract/shape.ts';
import { isOfType, toVariable } from '../contract/translate.ts';
import type { ExpectedError, JsonObject } from '../expect/expected-answer.ts';
import { shapeErrors, unknownField } from '../expect/shape-errors.ts';
import { variableErrors, type WriteRules } from '../expect/write-rules.ts';
import { type Edit, edited, editsOf, smallest } from '../generate/edits.ts';
import { KNOWN_VALUES } from '../generate/valid.ts';
import { MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';

/** A value of a variable: as it is, or an input that is built from edits. */
export interface Given {
  readonly name: string;
  readonly value?: unknown;
  readonly edits?: readonly Edit[];
  /** Names of unknown fields to add to the input. */
  readonly unknown?: readonly string[];
}

export interface Variable {
  readonly name: string;
  /** The type, and the default if there is one. */
  readonly definition: string;
  readonly arbitrary: fc.Arbitrary<Given>;
  /** The JSON to send; `target` is the id of the product that an update names. */
  jsonOf(given: Given, target?: number): unknown;
  isOfType(given: Given): boolean;
  errors(given: Given): ListedError[];
}

/** In place of the id of the product that an update names. */
export const TARGET = Symbol('target');

/** A variable of a scalar, an enum or a list: REQUIRED or INVALID_FORMAT, without a field. */
export function plainVariable(
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
    errors: (given) => (isRight(given) ? [] : [valueError(name, given.value)]),
    arbitrary: fc
      .oneof(
        { withCrossShrink: true },
        { weight: 3, arbitrary: fc.constantFrom(...right) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...wrong, null, undefined) },
      )
      .map((value) => ({ name, value })),
  };
}

/** The error of a whole value. */
const valueError = (variable: string, value: unknown): ListedError => ({
  variable,
  field: '',
  code: (value ?? null) === null ? 'REQUIRED' : 'INVALID_FORMAT',
  mentions: [],
});

const IMAGE = { src: 'https://a.com/x' };

/** A variable of the input type of an image: its errors are those of `shape`. */
export function imageVariable(world: World, name: string, definition: string, shape: Shape): Variable {
  const type = world.graphql.inputType(definition);
  return {
    name,
    definition,
    jsonOf: ({ value }) => value,
    isOfType: ({ value }) => isOfType(value, type),
    errors: ({ value }) => listedForVariable(name, shapeErrors(value, shape), shape),
    arbitrary: fc
      .constantFrom<unknown>(IMAGE, [IMAGE], [IMAGE, {}], {}, 'x', [null], { src: 5, name: 'x' }, { src: '' }, 5)
      .map((value) => ({ name, value })),
  };
}

/** Errors of a variable in the names of GraphQL. */
const listedForVariable = (variable: string, errors: readonly ExpectedError[], shape: Shape): ListedError[] =>
  errors.map(({ path, code, mentions }) => ({
    variable,
    field: spelled(path, 'graphql', { name: '', shape }),
    code,
    mentions: mentions?.graphql ?? [],
  }));

/** `unknown` are names that the input type does not have, such as names of REST. */
export function inputVariable(
  world: World,
  name: string,
  definition: string,
  rules: WriteRules,
  unknown: readonly string[],
): Variable {
  const { shape } = rules;
  const type = world.graphql.inputType(definition);
  const right = smallest(shape, KNOWN_VALUES);
  const isInput = ({ edits }: Given) => edits !== undefined;
  const inputOf = ({ edits = [] }: Given) => edited(right, edits);
  const jsonOf = (given: Given) => {
    if (!isInput(given)) return given.value;
    const added = (given.unknown ?? []).map((field) => [field, 1]);
    return { ...(toVariable(inputOf(given), shape, type) as object), ...Object.fromEntries(added) };
  };
  return {
    name,
    definition,
    jsonOf,
    isOfType: (given) => isOfType(isInput(given) ? asRead(jsonOf(given)) : given.value, type),
    errors(given) {
      if (!isInput(given)) return [valueError(name, given.value)];
      const errors = variableErrors(rules, asRead(inputOf(given)) as JsonObject);
      const added = (given.unknown ?? []).map((field) => unknownField([field]));
      // The shape of REST must not translate the added names.
      return [
        ...listedForVariable(name, errors, shape),
        ...listedForVariable(name, added, { ...shape, fields: new Map() }),
      ];
    },
    arbitrary: fc.oneof(
      { withCrossShrink: true },
      { weight: 8, arbitrary: inputs(name, editsOf(shape, KNOWN_VALUES), unknown) },
      { weight: 1, arbitrary: fc.constantFrom(...NO_INPUTS).map((value) => ({ name, value })) },
    ),
  };
}

const NO_INPUTS: readonly unknown[] = [undefined, null, 5, 'text', [], [{}]];

const inputs = (name: string, edits: ReturnType<typeof editsOf>, unknown: readonly string[]): fc.Arbitrary<Given> =>
  fc.record({
    name: fc.constant(name),
    edits: fc.array(fc.constantFrom(...edits), { maxLength: 2 }),
    unknown: fc.oneof(
      { weight: 4, arbitrary: fc.constant<string[]>([]) },
      { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...unknown), { maxLength: 2 }) },
      { weight: 1, arbitrary: fc.constant(Object.keys(MANY_UNKNOWN)) },
    ),
  });
