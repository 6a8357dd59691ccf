// GraphQL has one schema for all usable versions: on no day does it reject what a usable version's document could send
// (D46).
import {
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { schemaOf } from '../../../src/graphql/schema.ts';
import { RELEASES } from './code/releases.ts';
import { rehearsedOn } from './rehearsal.ts';

const DAY_MILLISECONDS = 86_400_000;
const ALWAYS = rehearsedOn('9999-12-31');

/** The day before, of and after each begin and end. */
const days = RELEASES.flatMap(({ date }) => [
  new Date(date),
  ALWAYS.lifecycle(date).sunsetAt ?? [],
])
  .flat()
  .flatMap((day) => [-1, 0, 1].map((shift) => new Date(+day + shift * DAY_MILLISECONDS)));

/** A value of a type made of variables, one for each field that isn't an object; adds their definitions. */
function argumentOf(type: GraphQLInputType, variables: string[]): string {
  if (isNonNullType(type) && isListType(type.ofType))
    return argumentOf(type.ofType, variables);
  const named = getNamedType(type);
  if (!isInputObjectType(named)) {
    const name = `$v${variables.length}`;
    variables.push(`${name}: ${type}`);
    return name;
  }
  const fields = Object.values(named.getFields()).filter((one) => !one.deprecationReason);
  const value = `{ ${fields.map((one) => `${one.name}: ${argumentOf(one.type, variables)}`)} }`;
  return isListType(type) ? `[${value}]` : value;
}

const DEPTH = 3;

/** Every field that isn't deprecated. */
function selectionOf(type: GraphQLOutputType, depth = DEPTH): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (depth === 0) return '{ __typename }';
  const fields = Object.values(named.getFields()).filter((one) => !one.deprecationReason);
  return `{ ${fields.map((one) => one.name + selectionOf(one.type, depth - 1)).join(' ')} }`;
}

/** What a client of the schema's latest version can send, as its generator writes it. */
const documentsOf = (schema: GraphQLSchema) =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {})
      .filter((field) => !field.deprecationReason)
      .map((field) => {
        const variables: string[] = [];
        const args = field.args.map(
          (arg) => `${arg.name}: ${argumentOf(arg.type, variables)}`,
        );
        const [given, sent] = [variables, args].map((all) => all.length && `(${all})`);
        return `${root} ${given || ''} { ${field.name}${sent || ''} ${selectionOf(field.type)} }`.replace(
          /^./,
          (letter) => letter.toLowerCase(),
        );
      }),
  );

test.each(RELEASES)(
  'documents of $date are valid on the day before, of and after each begin and end, while it is usable',
  ({ date }) => {
    const documents = documentsOf(schemaOf(rehearsedOn(date)));
    expect(documents.length).toBeGreaterThan(3);
    const { sunsetAt } = ALWAYS.lifecycle(date);
    const usable = days.filter(
      (day) => day >= new Date(date) && (!sunsetAt || day < sunsetAt),
    );
    const rejected = usable.flatMap((day) =>
      documents.flatMap((document) =>
        validate(schemaOf(rehearsedOn(() => day)), parse(document)).map(
          ({ message }) => `${day.toISOString()}: ${message}`,
        ),
      ),
    );
    expect(rejected).toEqual([]);
  },
);
