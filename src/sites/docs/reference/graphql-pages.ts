// The GraphQL reference: a first page, a page for each operation with its input and result, and one for all types.
import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
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
import { DOCS_PATHS, GRAPHQL_PATH } from '../../../paths.ts';
import { EXAMPLES } from '../../graphiql/examples.ts';
import { type Html, prose } from '../../pages/frame.ts';
import { type ExampleFigures, rootFieldExample } from '../examples/example-figures.ts';
import { code, linksTo, type Page, type Section, section, type Term, termList } from '../layout.ts';
import { operationPath, type RestOperation } from './rest-reference.ts';

export interface GraphqlReference {
  readonly schema: GraphQLSchema;
  /** The REST operations that the GraphQL ones link to. */
  readonly operations: readonly RestOperation[];
  /** Made with the first page that has an example. */
  readonly figures: () => ExampleFigures;
}

type RootField = GraphQLField<unknown, unknown>;
type Member = RootField | GraphQLInputField | GraphQLEnumValue;

/** `Query` and `Mutation`, and every other type. */
export function typesOf(schema: GraphQLSchema) {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
  const all: readonly GraphQLNamedType[] = Object.values(schema.getTypeMap());
  const others = all.filter(
    (type) => !isIntrospectionType(type) && !roots.some((root) => root === type),
  );
  return { roots, others: others.toSorted((a, b) => a.name.localeCompare(b.name)) };
}

/** A type's fields or values. */
export function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

/** The ID of a field or value on its page. */
export const memberId = (typeName: string, name: string) => `${typeName}.${name}`;

const TYPES_PATH = `${DOCS_PATHS.graphql}/types`;

/** The address of a type, or of one of its fields or values. */
export const typePath = (id: string) => `${TYPES_PATH}#${id}`;

/** An operation's page, by its root field such as `product`. */
export const rootFieldPath = (name: string) => `${DOCS_PATHS.graphql}/${name}`;

export const graphqlPages = (
  reference: GraphqlReference,
): readonly (readonly [path: string, make: () => Page])[] => [
  [DOCS_PATHS.graphql, () => overviewPage(reference)],
  [TYPES_PATH, () => typesPage(reference)],
  ...typesOf(reference.schema).roots.flatMap((root) =>
    Object.values(root.getFields()).map(
      (field) => [rootFieldPath(field.name), () => operationPage(reference, root, field)] as const,
    ),
  ),
];

/** An operation's title. */
const titleOf = ({ name, extensions }: Member) => String(extensions.title ?? name);

const groupTitle = ({ name }: GraphQLObjectType) => (name === 'Query' ? 'Queries' : 'Mutations');

const KINDS = [
  ['Objects', isObjectType],
  ['Inputs', isInputObjectType],
  ['Enums', isEnumType],
  ['Scalars', isScalarType],
] as const;

const kindsOf = (schema: GraphQLSchema) => {
  const { others } = typesOf(schema);
  return KINDS.map(([title, isKind]) => ({ title, types: others.filter((type) => isKind(type)) }));
};

type Contents = NonNullable<Page['contents']>;

/** The pages of the reference; below the current one, its sections. */
function contentsOf(
  { schema }: GraphqlReference,
  current: string,
  parts: readonly Section[] = [],
): Contents {
  const link = (href: string, title: string) => ({
    href,
    title,
    ...(href === current && { current: 'page' as const, parts: linksTo(parts) }),
  });
  const roots = typesOf(schema).roots.map((root) => ({
    title: groupTitle(root),
    links: Object.values(root.getFields()).map((field) =>
      link(rootFieldPath(field.name), titleOf(field)),
    ),
  }));
  const first = {
    title: '',
    links: [link(DOCS_PATHS.graphql, 'Overview'), link(TYPES_PATH, 'Types')],
  };
  return [first, ...roots];
}

const pageOf = (title: string, contents: Contents, content: Html): Page => ({
  site: 'graphql',
  title,
  nameOfContents: 'GraphQL reference',
  contents,
  content,
});

/** Every operation and type, at the anchors from when the reference was one page. */
function overviewPage(reference: GraphqlReference): Page {
  const { roots } = typesOf(reference.schema);
  const operation = (root: GraphQLObjectType) => (field: RootField) =>
    html`<li id="${memberId(root.name, field.name)}"><a href="${rootFieldPath(field.name)}">${titleOf(field)}</a> <code>${field.name}</code></li>`;
  const content = html`<h1>GraphQL reference</h1>
<p>Send requests to <code>${GRAPHQL_PATH}</code> by POST; queries also work by GET. Try them in <a href="${GRAPHQL_PATH}">GraphiQL</a>.</p>
<p>Generators can read the <a href="${DOCS_PATHS.sdl}">schema file</a>, or use introspection with a token. Names are camelCase; the
<a href="${DOCS_PATHS.rest}">REST reference</a> gives the GraphQL name of each field that differs. No operation lists products or rentals: store
the IDs that creates return.</p>
<h2 id="operations">Operations</h2>
${roots.map(
  (root) => html`<h3>${groupTitle(root)}</h3>
<ul class="operations">${Object.values(root.getFields()).map(operation(root))}</ul>`,
)}
<h2 id="types">Types</h2>
${kindsOf(reference.schema).map(
  ({ title, types }) => html`<h3>${title}</h3>
<ul class="operations">${types.map(({ name }) => html`<li id="${name}"><a href="${typePath(name)}">${name}</a></li>`)}</ul>`,
)}`;
  return pageOf('GraphQL reference', contentsOf(reference, DOCS_PATHS.graphql), content);
}

function typesPage(reference: GraphqlReference): Page {
  const groups = kindsOf(reference.schema).map(({ title, types }) => ({
    title,
    sections: types.map(typeSection),
  }));
  const content = html`<h1>GraphQL types</h1>
${groups.map(
  ({ title, sections }) => html`<h2 class="kind">${title}</h2>
${sections.map((one) => section(one.id, one.title, one.content))}`,
)}`;
  const lists = groups.map(({ title, sections }) => ({ title, links: linksTo(sections) }));
  return pageOf('GraphQL types', [...contentsOf(reference, TYPES_PATH), ...lists], content);
}

/** What it does, its arguments and input, what it returns, and an example beside them. */
function operationPage(
  reference: GraphqlReference,
  root: GraphQLObjectType,
  field: RootField,
): Page {
  const { name, description, deprecationReason: reason, args, type } = field;
  const id = memberId(root.name, name);
  const rest = reference.operations.find((operation) => operation['x-graphql-field'] === id);
  const inputs = args.map((argument) => getNamedType(argument.type)).filter(isInputObjectType);
  const sections: readonly Section[] = [
    ...(args.length > 0
      ? [{ id: 'arguments', title: 'Arguments', content: termList(args.map(argumentTerm)) }]
      : []),
    ...inputs.map(typeSection),
    { ...typeSection(getNamedType(type)), title: `Returns ${getNamedType(type).name}` },
  ];
  const content = html`<h1>${titleOf(field)}</h1>
<p class="route"><span>${root.name.toLowerCase()}</span> <code>${name}</code></p>
<div class="beside">
<div>
${description && html`<p>${prose(description)}</p>`}
${deprecated(reason)}
${rest && html`<p>REST: <a href="${operationPath(DOCS_PATHS.rest, rest.operationId)}"><code>${rest.method} ${rest.path}</code></a></p>`}
${sections.map((one) => html`<h2 id="${one.id}"><a href="#${one.id}">${one.title}</a></h2>${one.content}`)}
</div>
<div class="shown">${exampleOf(reference.figures(), id, titleOf(field))}</div>
</div>`;
  return pageOf(titleOf(field), contentsOf(reference, rootFieldPath(name), sections), content);
}

const argumentTerm = ({ name, type, description }: GraphQLArgument): Term => ({
  id: `argument-${name}`,
  name,
  facts: html`<code>${typeLink(type)}</code>`,
  texts: [description && prose(description)],
});

function typeSection(type: GraphQLNamedType): Section {
  const terms = membersOf(type).map((member) => memberTerm(type, member));
  const description = descriptionOf(type);
  const content = html`${description && html`<p>${prose(description)}</p>`}${terms.length > 0 && termList(terms)}`;
  return { id: type.name, title: type.name, content };
}

function memberTerm(owner: GraphQLNamedType, member: Member): Term {
  const { name, description, deprecationReason: reason } = member;
  return {
    id: memberId(owner.name, name),
    name,
    facts: 'type' in member ? html`<code>${typeLink(member.type)}</code>` : '',
    texts: [description && prose(description), deprecated(reason)],
  };
}

const deprecated = (reason: string | null | undefined) =>
  reason && html`<span class="deprecated"><strong>Deprecated:</strong> ${prose(reason)}</span>`;

/** For a scalar of the GraphQL specification, the first sentence. */
const descriptionOf = (type: GraphQLNamedType): string =>
  (isSpecifiedScalarType(type)
    ? type.description?.split('. ')[0]?.replace(/\.?$/, '.')
    : type.description) ?? '';

/** In both APIs; GraphiQL's query for a field that REST lacks. */
function exampleOf(figures: ExampleFigures, rootField: string, title: string): Html | '' {
  const example = rootFieldExample(rootField, title);
  if (example) return figures.show(example, 'graphql');
  const own = EXAMPLES.find(({ name }) => rootField === memberId('Query', name));
  return own ? code(own.query.trim(), title, 'graphql') : '';
}

function typeLink(type: GraphQLType): Html {
  if (isNonNullType(type)) return html`${typeLink(type.ofType)}!`;
  if (isListType(type)) return html`[${typeLink(type.ofType)}]`;
  return html`<a href="${typePath(type.name)}">${type.name}</a>`;
}
