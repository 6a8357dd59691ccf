// A variable of a GraphQL request: its definition, its values, and the errors of each value (D36).
import fc from 'fast-check';
import type { ListedError } from '../check/answer.ts';
import { spelled } from '../contract/field-path.ts';
import type { Shape } from '../contract/shape.ts';
import { isOfType } from '../contract/translate.ts';
import type { ExpectedError } from '../expect/expected-answer.ts';
import { shapeErrors } from '../expect/shape-errors.ts';
import type { Edit } from '../generate/edits.ts';
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
export const valueError = (variable: string, value: unknown): ListedError => ({
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
export const listedForVariable = (variable: string, errors: readonly ExpectedError[], shape: Shape): ListedError[] =>
  errors.map(({ path, code, mentions }) => ({
    variable,
    field: spelled(path, 'graphql', { name: '', shape }),
    code,
    mentions: mentions?.graphql ?? [],
  }));
