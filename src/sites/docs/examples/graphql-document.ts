// The GraphQL document of an example: one root field, with variables for what the example gives.
import type { GraphQLField } from 'graphql';
import { type FieldNode, type OperationDefinitionNode, parse } from 'graphql';
import { EXAMPLES } from '../../graphiql/examples.ts';

/** The selections of the examples of GraphiQL, on one line, by the names of their root fields. */
const SELECTIONS = new Map(
  EXAMPLES.map(({ query }) => {
    const [operation] = parse(query).definitions as [OperationDefinitionNode];
    const [field] = operation.selectionSet.selections as readonly FieldNode[] as [FieldNode];
    const { start = 0, end = 0 } = field.selectionSet?.loc ?? {};
    return [
      field.name.value,
      query
        .slice(start + 1, end - 1)
        .replace(/\s+/g, ' ')
        .trim(),
    ];
  }),
);

/** A field with its own selection, of two levels at most, stands on a line of its own. */
const NESTED = /(\w+ \{(?:[^{}]|\{[^{}]*\})*\})/;

/** `fields` is what the document asks for; absent: what the example of GraphiQL asks for. */
export function documentOf(
  kind: 'Query' | 'Mutation',
  { name, args }: GraphQLField<unknown, unknown>,
  variables: object,
  fields = SELECTIONS.get(name) ?? '',
): string {
  const given = args.filter((argument) => argument.name in variables);
  const declared = given.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const lines = fields.split(NESTED).map((line) => line.trim());
  return [
    `${kind.toLowerCase()} (${declared}) {`,
    `  ${name}(${passed}) {`,
    ...lines.filter(Boolean).map((line) => `    ${line}`),
    '  }',
    '}',
  ].join('\n');
}
