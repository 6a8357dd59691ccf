// The search entries: guides, errors, changelog, REST reference, GraphQL schema. Equal scores keep this order.
import type { GraphQLNamedType, GraphQLSchema } from 'graphql';
import { schemaOf } from '../../graphql/schema.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../operation/failure.ts';
import { DOCS_PATHS } from '../../paths.ts';
import type { Entry } from './assets/rank-entries.js';
import { changesIn, titleOf } from './changelog.ts';
import type { RenderedGuide } from './guides/render-guide.ts';
import { type DocsSource, htmlText } from './layout.ts';
import {
  memberId,
  membersOf,
  rootFieldPath,
  typePath,
  typesOf,
} from './reference/graphql-pages.ts';
import {
  fieldId,
  operationPath,
  parameterId,
  type RestReference,
  schemaPath,
} from './reference/rest-reference.ts';

/** Creates the entries of the latest version, in parts. */
export const entriesOf = (
  source: DocsSource,
  guides: readonly RenderedGuide[],
  reference: RestReference | undefined,
): readonly (() => readonly Entry[] | Promise<readonly Entry[]>)[] => [
  () => guideEntries(guides),
  errorEntries,
  () => changelogEntries(source),
  () => (reference ? restEntries(reference) : []),
  () => graphqlEntries(schemaOf(source.versions)),
];

/** Markdown as one line without its markup. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/[`*|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** An entry with the text of Markdown. */
const entry = (
  heading: string,
  title: string,
  markdown: string | null | undefined,
  path: string,
): Entry => ({
  title,
  heading,
  text: plainText(markdown ?? ''),
  path,
});

/** With other words that readers look for. */
const withWords = (made: Entry, words?: string): Entry => (words ? { ...made, words } : made);

/** An entry for each guide, and one for each heading in it. */
const guideEntries = (guides: readonly RenderedGuide[]): readonly Entry[] =>
  guides.flatMap(({ id, title, words: ofGuide, summary, content }) => {
    const [start = '', ...parts] = String(content).split('<h2 id="');
    return [
      withWords(
        entry('Guides', title, `${summary} ${prose(start)}`, DOCS_PATHS.guide(id)),
        ofGuide,
      ),
      ...parts.map((part) => {
        const [, inner = '', words, heading = '', rest = ''] =
          /^([^"]*)"(?: data-words="([^"]*)")?>(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
        return withWords(
          entry(`Guides · ${title}`, htmlText(heading), prose(rest), DOCS_PATHS.guide(id, inner)),
          words,
        );
      }),
    ];
  });

/** A page's text without its code, with spaces between cells, items and paragraphs. */
const prose = (html: string): string =>
  plainText(
    htmlText(
      html
        .replace(/<(pre|fieldset)\b.*?<\/\1>/gs, '')
        .replace(/<\/(?:t[dh]|li|p|figcaption)>/g, ' '),
    ),
  );

/** An entry for each released version, with its changes. */
const changelogEntries = ({ versions }: DocsSource): Promise<readonly Entry[]> =>
  Promise.all(
    versions.list().map(async (version) => {
      const text = prose(String(await changesIn(versions, version)));
      return entry('Changelog', titleOf(version), text, `${DOCS_PATHS.changelog}#${version.date}`);
    }),
  );

/** The codes of failures and field errors, with their meanings. */
const errorEntries = (): readonly Entry[] => [
  ...Object.values(FAILURES).map(({ code, status, meaning, message }) =>
    entry(`Errors · ${status}`, code, `${message}. ${meaning}`, DOCS_PATHS.guide('errors')),
  ),
  ...Object.entries(FIELD_ERROR_CODES).map(([code, meaning]) =>
    entry('Errors · Validation', code, meaning, DOCS_PATHS.guide('errors', 'field-errors')),
  ),
];

/** Operations, parameters, objects, and their fields. A shared parameter belongs to the first operation that has it. */
function restEntries(reference: RestReference): readonly Entry[] {
  const { components, operations, owned, objects, path } = reference;
  const schemas = Object.entries(components.schemas).filter(
    ([name]) => owned.has(name) || objects.includes(name),
  );
  const used = operations.flatMap((operation) =>
    operation.parameters.map((parameter) => ({ parameter, operation })),
  );
  const parameters = Map.groupBy(used, ({ parameter }) => parameter.component).values();
  const pageOf = (operation?: string) => operationPath(path, operation);
  return [
    ...operations.map(({ method, path: template, operationId: id, title, summary, description }) =>
      entry(
        `REST · ${method} ${template} · ${id}`,
        title,
        `${summary}. ${description}`,
        pageOf(id),
      ),
    ),
    ...[...parameters].flatMap(([first]) => {
      if (!first) return [];
      const { operation, parameter } = first;
      const page = pageOf(parameter.isCommon ? undefined : operation.operationId);
      const address = `${page}#${parameterId(parameter, operation)}`;
      return entry(`REST · ${parameter.in}`, parameter.name, parameter.description, address);
    }),
    ...schemas.map(([name, { description }]) =>
      entry('REST', name, description, schemaPath(reference, name)),
    ),
    ...schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, { description }]) =>
        entry(
          `REST · ${name}`,
          field,
          description,
          `${pageOf(owned.get(name))}#${fieldId(reference, name, field)}`,
        ),
      ),
    ),
  ];
}

/** The operations, then the types, then their fields and values. */
function graphqlEntries(schema: GraphQLSchema): readonly Entry[] {
  const { roots, others } = typesOf(schema);
  const members = (type: GraphQLNamedType, pathOf: (name: string) => string): readonly Entry[] =>
    membersOf(type).map(({ name, description }) =>
      entry(`GraphQL · ${type.name}`, name, description, pathOf(name)),
    );
  return [
    ...roots.flatMap((root) => members(root, rootFieldPath)),
    ...others.map(({ name, description }) => entry('GraphQL', name, description, typePath(name))),
    ...others.flatMap((type) => members(type, (name) => typePath(memberId(type.name, name)))),
  ];
}
