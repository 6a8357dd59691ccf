// Guide: the names that differ between REST and GraphQL, from the tables that map them.
import { html } from 'hono/html';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { OPENAPI_PATH } from '../../../paths.ts';
import { pathTemplate, ROUTES } from '../../../rest/routes.ts';
import { wireOf } from '../../../rest/wire.ts';
import { ALL_FIELDS } from '../../../rest/wire-fields.ts';
import { type Section, table } from '../layout.ts';
import type { DocsSource } from '../source.ts';

const mono = (text: string | number) => html`<code>${text}</code>`;

const operations = () =>
  ROUTES.map((route) => ({
    rest: `${route.method} ${pathTemplate(route)}`,
    graphql: ROOT_FIELDS[route.operation.name],
  }));

/** The fields of the newest version, without repetitions in objects that name them alike. */
function namedFields({ versions }: DocsSource) {
  const wire = wireOf(versions.history, versions.newest());
  const fields = [...ALL_FIELDS.keys()].map((subject) => {
    const [object = '', graphql = ''] = subject.split('.');
    return { graphql, rest: wire.name(object, graphql), values: Object.entries(wire.values(object, graphql) ?? {}) };
  });
  return [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
}

export const names = (source: DocsSource): Section => ({
  id: 'names',
  title: 'Names on both surfaces',
  content: html`<p>Names and values of REST are those of version <code>${source.versions.newest()}</code>. All other names are the same on both. Ids have the same digits; their type on GraphQL is <code>ID</code>,
a text. Paths of field errors use the names of their surface: <code>items[0].ad_id</code> is <code>items[0].adId</code>.</p>
${table(
  ['Operation on REST', 'Operation on GraphQL'],
  operations().map(({ rest, graphql }) => [mono(rest), mono(graphql)]),
  'Operations',
)}
${table(
  ['Field on REST', 'Field on GraphQL'],
  namedFields(source)
    .filter(({ graphql, rest }) => rest !== graphql)
    .map(({ graphql, rest }) => [mono(rest), mono(graphql)]),
  'Fields',
)}
${table(
  ['Field on REST', 'Value on REST', 'Value on GraphQL'],
  namedFields(source).flatMap(({ rest, values }) =>
    values.map(([graphql, value]) => [mono(rest), mono(value), mono(graphql)]),
  ),
  'Values',
)}
<p>For machines the same table is in the <a href="${OPENAPI_PATH}">OpenAPI document</a>: <code>x-graphql-field</code> at operations,
<code>x-graphql-name</code> at fields, <code>x-enum-varnames</code> at values.</p>`,
});
