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
import { ASSETS, code, type Page, withContents } from './layout.ts';
import { operationPath, type RestOperation } from './reference/rest-reference.ts';

/** `operations` are those of REST; without `figures` fields have no examples. */
export function graphqlPage(
  schema: GraphQLSchema,
  operations: readonly RestOperation[] = [],
  figures?: ExampleFigures,
): Page {
  const { roots, others } = typesOf(schema);
  const types = others.toSorted((a, b) => a.name.localeCompare(b.name));
  /** What a field of Query or Mutation has beside its description. */
  const more: More = (id, one) => {
    const same = operations.find((operation) => operation['x-graphql-field'] === id);
    return html`${same && html`<dd>REST: <a href="${operationPath(DOCS_PATHS.rest, same.operationId)}"><code>${same.method} ${same.path}</code></a></dd>`}${figures && html`<dd>${exampleOf(figures, id, titleOf(one))}</dd>`}`;
  };
  const fieldLinks = (root: GraphQLNamedType) =>
    membersOf(root).map((one) => ({ id: memberId(root.name, one.name), title: titleOf(one) }));
  const kinds = [
    { title: 'Objects', types: types.filter(isObjectType) },
    { title: 'Inputs', types: types.filter(isInputObjectType) },
    { title: 'Enums', types: types.filter(isEnumType) },
    { title: 'Scalars', types: types.filter(isScalarType) },
  ].map((kind) => ({ ...kind, links: kind.types.map(({ name }) => ({ id: name, title: name })) }));
  const groups = [{ title: 'Operations', types: roots, links: roots.flatMap(fieldLinks) }, ...kinds];
  return {
    site: 'graphql',
    title: 'GraphQL reference',
    content: withContents(
      groups,
      html`<h1>GraphQL reference</h1>
<p>The endpoint is <code>${GRAPHQL_PATH}</code>, by POST, and by GET for queries. Try it in <a href="${GRAPHQL_PATH}">GraphiQL</a>;
the <a href="${DOCS_PATHS.sdl}">schema as a file</a> is for generators. Introspection works too, with a token.</p>
${groups.map(
  (group) => html`<h2 class="kind">${group.title}</h2>
${group.types.map((type) => typeSection(type, group.types === roots ? more : () => ''))}`,
)}`,
    ),
    scripts: [ASSETS.paths.page],
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
type More = (id: string, one: Member) => Html | '';

/** The fields of a type, or its values. */
export function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

/** The id of a field or value on the page. */
export const memberId = (typeName: string, name: string) => `${typeName}.${name}`;

/** The title of the operation of a root field. */
const titleOf = ({ name, extensions }: Member) => String(extensions.title ?? name);

const typeSection = (type: GraphQLNamedType, more: More): Html => html`<section class="type" id="${type.name}">
<h3><a href="#${type.name}">${type.name}</a></h3>
${type.description ? html`<p>${prose(describe(type))}</p>` : ''}
${membersOf(type).length > 0 && html`<dl>${membersOf(type).map((one) => member(type, one, more))}</dl>`}
</section>`;

/** The description of a type, or the first sentence of a scalar of the GraphQL specification. */
const describe = (type: GraphQLNamedType): string =>
  (isSpecifiedScalarType(type) ? type.description?.split('. ')[0]?.replace(/\.?$/, '.') : type.description) ?? '';

function member(owner: GraphQLNamedType, one: Member, more: More): Html {
  const { name, description, deprecationReason } = one;
  const id = memberId(owner.name, name);
  const args = 'args' in one ? one.args : [];
  return html`<div id="${id}"><dt><code class="name">${name}</code>${args.length > 0 && html`<code>(${args.map(argument)})</code>`}${'type' in one && html`<code>: ${typeLink(one.type)}</code>`}</dt>
${description && html`<dd>${prose(description)}</dd>`}
${deprecationReason != null && html`<dd class="deprecated"><strong>Deprecated:</strong> ${prose(deprecationReason)}</dd>`}${more(id, one)}</div>`;
}

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
