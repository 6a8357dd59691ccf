// The examples of the guides: blocks of JSON in the names of the domain, shown in each language with their answers.
import { html } from 'hono/html';
import { z } from 'zod';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { isJsonObject } from '../../../http/json-body.ts';
import { FAILURES } from '../../../operation/failure.ts';
import { API_BASE_PATH, GRAPHQL_PATH } from '../../../paths.ts';
import { pathTemplate } from '../../../rest/routes.ts';
import type { Html } from '../../pages/frame.ts';
import { codeTabs, exchange, LANGUAGES, type Language } from '../snippets/languages.ts';
import { type NewestVersion, routeOf } from './newest-version.ts';

const object = z.record(z.string(), z.unknown());
const operation = z.enum(Object.keys(ROOT_FIELDS) as (keyof typeof ROOT_FIELDS)[]);
const common = { id: z.string(), label: z.string(), operation, answer: object.optional() };

const restExample = z.strictObject({
  ...common,
  /** The id in the path. */
  target: z.int().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tokenInUrl: z.literal(true).optional(),
  body: object.optional(),
  /** The status of the answer, if it is not that of success. */
  status: z.int().optional(),
  /** The field errors of an answer 400. */
  errors: z
    .array(z.strictObject({ path: z.array(z.union([z.string(), z.int()])), code: z.string(), message: z.string() }))
    .optional(),
});

/** A request of REST; a sentence instead if the newest version does not have it. */
export function showRestExample(json: string, origin: string, newest: NewestVersion): Html {
  const { operation: name, target, body, answer, errors, status, ...example } = restExample.parse(JSON.parse(json));
  const route = routeOf(name);
  if (!newest.hasOnRest(name)) return missing(newest.version, `${route.method} ${pathTemplate(route)}`);
  const failure = errors && {
    success: false,
    errors: errors.map(({ path, ...error }) => ({ field: newest.restField(name, path), ...error })),
  };
  return exchange(origin, {
    ...example,
    method: route.method,
    path: `${API_BASE_PATH}${route.path.replace(':id', String(target))}`,
    body: body && newest.restBody(name, body),
    status: status ?? (errors ? FAILURES.invalid.status : route.status),
    answer: failure ?? (answer && newest.restAnswer(name, answer)),
  });
}

const graphqlExample = z.strictObject({ ...common, query: z.string(), variables: object });

/** A request of GraphQL, the same way. */
export function showGraphQLExample(json: string, origin: string, newest: NewestVersion): Html {
  const { operation: name, query, variables, ...example } = graphqlExample.parse(JSON.parse(json));
  if (!newest.hasOnGraphQL(name)) return missing(newest.version, ROOT_FIELDS[name]);
  const input = isJsonObject(variables.input) && { input: newest.graphqlInput(name, variables.input) };
  return exchange(origin, {
    ...example,
    method: 'POST',
    path: GRAPHQL_PATH,
    body: { query, variables: { ...variables, ...input } },
    status: 200,
  });
}

const missing = (version: string, name: string): Html =>
  html`<p>Version ${version} does not have <code>${name}</code>.</p>`;

const texts = z.record(z.enum(Object.keys(LANGUAGES) as Language[]), z.string());

/** The same code in each language: `id: label`, and a block of code for each. */
export function showTabs(heading: string, blocks: string): Html {
  const [id = '', label = ''] = heading.split(': ');
  const found = blocks.matchAll(/^```(\w+)\n(.*?)\n```$/gms);
  return codeTabs({ id, label, texts: texts.parse(Object.fromEntries(found.map(([, name, text]) => [name, text]))) });
}
