// The GraphQL reference: operations, types, fields, descriptions, deprecations.
import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { html } from 'hono/html';
import { DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { EXAMPLES } from '../graphiql/examples.ts';
import { type Html, prose } from '../pages/frame.ts';
import { type ExampleFigures, rootFieldExample } from './examples/example-figures.ts';
import { code, linksTo, type Page, section, type Term, termList } from './layout.ts';
import { operationPath, type RestOperation } from './reference/rest-reference.ts';

/** `operations` are those of REST; without `figures` fields have no examples. */
export function graphqlPage(
  schema: GraphQLSchema,
  operations: readonly RestOperation[] = [],
  figures?: ExampleFigures,
): Page {
  const { roots, others } = typesOf(schema);
  const types = others.toSorted((a, b) => a.name.localeCompare(b.name));
  const group = (
    title: string,
    all: readonly GraphQLNamedType[],
    links = all.map(({ name }) => ({ id: name, title: name })),
  ) => ({
    title,
    links: linksTo(links),
    sections: all.map((type) => typeSection(type, membersOf(type).map(term(type)))),
  });
  const term = (owner: GraphQLNamedType) => (one: Member) => {
    const { name, description, deprecationReason: reason } = one;
    const id = memberId(owner.name, name);
    const same = operations.find((operation) => operation['x-graphql-field'] === id);
    const args = 'args' in one ? one.args : [];
    return {
      id,
      name,
      facts: html`${args.length > 0 && html`<code>(${args.map(argument)})</code>`}${'type' in one && html`<code>: ${typeLink(one.type)}</code>`}`,
      texts: [
        description && prose(description),
        reason && html`<span class="deprecated"><strong>Deprecated:</strong> ${prose(reason)}</span>`,
        same &&
          html`REST: <a href="${operationPath(DOCS_PATHS.rest, same.operationId)}"><code>${same.method} ${same.path}</code></a>`,
        figures && exampleOf(figures, id, titleOf(one)),
      ],
    };
  };
  const fieldLinks = (root: GraphQLNamedType) =>
    membersOf(root).map((one) => ({ id: memberId(root.name, one.name), title: titleOf(one) }));
  const contents = [
    group('Operations', roots, roots.flatMap(fieldLinks)),
    group('Objects', types.filter(isObjectType)),
    group('Inputs', types.filter(isInputObjectType)),
    group('Enums', types.filter(isEnumType)),
    group('Scalars', types.filter(isScalarType)),
  ];
  return {
    site: 'graphql',
    title: 'GraphQL reference',
    contents,
    content: html`<h1>GraphQL reference</h1>
<p>The endpoint is <code>${GRAPHQL_PATH}</code>, by POST, and by GET for queries. Try it in <a href="${GRAPHQL_PATH}">GraphiQL</a>;
the <a href="${DOCS_PATHS.sdl}">schema as a file</a> is for generators. Introspection works too, with a token.</p>
${contents.map(({ title, sections }) => html`<h2 class="kind">${title}</h2>\n${sections}`)}`,
  };
}

/** The roots, all types, and those beside the roots. */
export function typesOf(schema: GraphQLSchema) {
  const roots: readonly GraphQLNamedType[] = [schema.getQueryType(), schema.getMutationType()].filter(
    (type) => type != null,
  );
  const all = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return { roots, all, others: all.filter((type) => !roots.includes(type)) };
}

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLEnumValue;

/** The fields of a type, or its values. */
export function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

/** The id of a field or value on the page. */
export const memberId = (typeName: string, name: string) => `${typeName}.${name}`;

/** The title of the operation of a root field. */
const titleOf = ({ name, extensions }: Member) => String(extensions.title ?? name);

const typeSection = (type: GraphQLNamedType, terms: readonly Term[]): Html =>
  section(
    type.name,
    type.name,
    html`${type.description && html`<p>${prose(describe(type))}</p>`}${terms.length > 0 && termList(terms)}`,
  );

/** The description of a type, or the first sentence of a scalar of the GraphQL specification. */
const describe = (type: GraphQLNamedType): string =>
  (isSpecifiedScalarType(type) ? type.description?.split('. ')[0]?.replace(/\.?$/, '.') : type.description) ?? '';

/** On both surfaces; the query of GraphiQL for a field that GraphQL alone has. */
function exampleOf(figures: ExampleFigures, rootField: string, title: string): Html | '' {
  const example = rootFieldExample(rootField, title);
  if (example) return figures.show(example, 'graphql');
  const own = EXAMPLES.find(({ name }) => rootField === memberId('Query', name));
  return own ? code(own.query.trim(), title, 'graphql') : '';
}

const argument = ({ name, type }: GraphQLArgument, index: number): Html =>
  html`${index > 0 ? ', ' : ''}${name}: ${typeLink(type)}`;

function typeLink(type: GraphQLType): Html {
  if (isNonNullType(type)) return html`${typeLink(type.ofType)}!`;
  if (isListType(type)) return html`[${typeLink(type.ofType)}]`;
  return html`<a href="#${type.name}">${type.name}</a>`;
}
