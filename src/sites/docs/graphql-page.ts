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
import type { Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import type { ExampleFigures } from './examples/example-figures.ts';
import { rootFieldExample } from './examples/root-field-example.ts';
import { code, type Page, prose, withContents } from './layout.ts';
import type { Operation } from './reference/document.ts';
import { operationPath } from './reference/rest-reference.ts';

/** What the page shows of a field of Query or Mutation beside its description. */
type More = (rootField: string, title: string) => Html | '';

/** `operations` are those of REST; without `figures` fields have no examples. */
export function graphqlPage(
  schema: GraphQLSchema,
  operations: readonly Operation[] = [],
  figures?: ExampleFigures,
): Page {
  const kinds = typesByKind(schema);
  const more: More = (rootField, title) =>
    html`${sameOnRest(operations.find((operation) => operation['x-graphql-field'] === rootField))}${figures ? html`<dd>${exampleOf(figures, rootField, title)}</dd>` : ''}`;
  return {
    site: 'graphql',
    title: 'GraphQL reference',
    content: withContents(
      kinds.map(({ title, types }) => ({ title, links: types.flatMap(title === OPERATIONS ? fieldLinks : typeLinks) })),
      html`<h1>GraphQL reference</h1>
<p>The endpoint is <code>${GRAPHQL_PATH}</code>, by POST, and by GET for queries. Try it in <a href="${GRAPHQL_PATH}">GraphiQL</a>;
the <a href="${DOCS_PATHS.sdl}">schema as a file</a> is for generators. Introspection works too, with a token.</p>
${kinds.map(
  ({ title, types }) => html`<h2 class="kind">${title}</h2>
${types.map((type) => typeSection(type, title === OPERATIONS ? more : () => ''))}`,
)}`,
    ),
    scripts: [ASSETS.paths.page],
  };
}

const typeLinks = ({ name }: GraphQLNamedType) => [{ id: name, title: name }];

/** The fields of a root by the titles of their operations. */
const fieldLinks = (root: GraphQLNamedType) =>
  isObjectType(root)
    ? Object.values(root.getFields()).map((one) => ({ id: memberId(root.name, one.name), title: titleOf(one) }))
    : [];

const titleOf = ({ name, extensions }: GraphQLField<unknown, unknown>) => String(extensions.title ?? name);

const OPERATIONS = 'Operations';

interface Kind {
  readonly title: string;
  readonly types: readonly GraphQLNamedType[];
}

function typesByKind(schema: GraphQLSchema): readonly Kind[] {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !roots.some((root) => root === type))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    { title: OPERATIONS, types: roots },
    { title: 'Objects', types: types.filter(isObjectType) },
    { title: 'Inputs', types: types.filter(isInputObjectType) },
    { title: 'Enums', types: types.filter(isEnumType) },
    { title: 'Scalars', types: types.filter(isScalarType) },
  ];
}

const typeSection = (type: GraphQLNamedType, more: More): Html => html`<section class="type" id="${type.name}">
<h3><a href="#${type.name}">${type.name}</a></h3>
${type.description ? html`<p>${prose(describe(type))}</p>` : ''}
${members(type, more)}
</section>`;

/** The description of a type, or the first sentence of a scalar of the GraphQL specification. */
const describe = (type: GraphQLNamedType): string =>
  (isSpecifiedScalarType(type) ? type.description?.split('. ')[0]?.replace(/\.?$/, '.') : type.description) ?? '';

function members(type: GraphQLNamedType, more: More): Html | '' {
  if (isObjectType(type)) return list(Object.values(type.getFields()).map((one) => field(type, one, more)));
  if (isInputObjectType(type)) return list(Object.values(type.getFields()).map((one) => input(type, one)));
  if (!isEnumType(type)) return '';
  return list(type.getValues().map((value) => member(type, value, html`<code class="name">${value.name}</code>`)));
}

const list = (items: readonly Html[]): Html => html`<dl>${items}</dl>`;

/** The id of a field or value on the page. */
export const memberId = (typeName: string, name: string) => `${typeName}.${name}`;

type Member = Pick<GraphQLEnumValue, 'name' | 'description' | 'deprecationReason'>;

const member = (
  owner: GraphQLNamedType,
  { name, description, deprecationReason }: Member,
  head: Html,
  more: Html | '' = '',
): Html =>
  html`<div id="${memberId(owner.name, name)}"><dt>${head}</dt>
${description ? html`<dd>${prose(description)}</dd>` : ''}
${deprecationReason == null ? '' : html`<dd class="deprecated"><strong>Deprecated:</strong> ${prose(deprecationReason)}</dd>`}${more}</div>`;

const field = (owner: GraphQLNamedType, one: GraphQLField<unknown, unknown>, more: More): Html => {
  const { name, args, type } = one;
  return member(
    owner,
    one,
    html`<code class="name">${name}</code>${args.length > 0 ? html`<code>(${args.map(argument)})</code>` : ''}<code>: ${typeLink(type)}</code>`,
    more(memberId(owner.name, name), titleOf(one)),
  );
};

const sameOnRest = (operation: Operation | undefined) =>
  operation
    ? html`<dd>REST: <a href="${operationPath(DOCS_PATHS.rest, operation.operationId)}"><code>${operation.method} ${operation.path}</code></a></dd>`
    : '';

/** On both surfaces; the query of GraphiQL for a field that GraphQL alone has. */
function exampleOf(figures: ExampleFigures, rootField: string, title: string): Html | '' {
  const example = rootFieldExample(rootField, title);
  if (example) return figures.show(example, 'graphql');
  const own = EXAMPLES.find(({ name }) => rootField === memberId('Query', name));
  return own ? code(own.query.trim(), title, 'graphql') : '';
}

const argument = ({ name, type }: GraphQLArgument, index: number): Html =>
  html`${index > 0 ? ', ' : ''}${name}: ${typeLink(type)}`;

const input = (owner: GraphQLNamedType, one: GraphQLInputField): Html =>
  member(owner, one, html`<code class="name">${one.name}</code><code>: ${typeLink(one.type)}</code>`);

function typeLink(type: GraphQLType): Html {
  if (isNonNullType(type)) return html`${typeLink(type.ofType)}!`;
  if (isListType(type)) return html`[${typeLink(type.ofType)}]`;
  return html`<a href="#${type.name}">${type.name}</a>`;
}
