// A variable of the input type of a mutation: its errors are those of the shape that REST uses (D36).
import fc from 'fast-check';
import { asRead } from '../calls/json-text.ts';
import { isOfType, toVariable } from '../contract/translate.ts';
import type { JsonObject } from '../expect/expected-answer.ts';
import { unknownField } from '../expect/shape-errors.ts';
import { variableErrors, type WriteRules } from '../expect/write-rules.ts';
import { edited, editsOf, smallest } from '../generate/edits.ts';
import { KNOWN_VALUES } from '../generate/valid.ts';
import { MANY_UNKNOWN } from '../generate/values.ts';
import type { World } from '../world.ts';
import { type Given, listedForVariable, type Variable, valueError } from './variable.ts';

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
