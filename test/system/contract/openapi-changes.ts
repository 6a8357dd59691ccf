// What became different between two OpenAPI documents, by section 9.6: additive may come within a version, breaking may not.
import type { Json } from '../../support/openapi-contract.ts';

export interface Change {
  readonly kind: 'additive' | 'breaking';
  readonly what: string;
  /** What makes it another version: a change of an entry of RELEASES, as it is written. */
  readonly entry?: string;
}

/** A request may get new optional fields, an answer any new fields; neither may lose or change one. */
type Direction = 'request' | 'answer';

const breaking = (what: string, entry?: string): Change => ({ kind: 'breaking', what, ...(entry && { entry }) });
const additive = (what: string): Change => ({ kind: 'additive', what });

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The named things that two records have, and how each became different. */
function members(
  at: string,
  before: Json = {},
  after: Json = {},
  rules: {
    /** The entry that makes a removal another version. */
    removed?: (name: string, value: Json) => string;
    added: (name: string, value: Json) => Change;
    kept: (name: string, before: Json, after: Json) => Change[];
  },
): Change[] {
  const added = Object.keys(after).filter((name) => !(name in before));
  return [
    ...Object.keys(before).flatMap((name) =>
      name in after
        ? rules.kept(name, before[name], after[name])
        : [breaking(`${at}: ${name} was removed`, rules.removed?.(name, before[name]))],
    ),
    ...added.map((name) => rules.added(name, after[name])),
  ];
}

/** Headers without those that a version has from its deprecation on. */
const lasting = ({ Deprecation, Sunset, ...headers }: Json = {}): Json => headers;

export function changesBetween(released: Json, current: Json): Change[] {
  const before = (node: Json) => resolved(released, node);
  const after = (node: Json) => resolved(current, node);

  /** `field` is that of which these are the schemas, as releases name it. */
  function schemas(at: string, older: Json, newer: Json, direction: Direction, field = ''): Change[] {
    const a = before(older ?? {});
    const b = after(newer ?? {});
    const fieldOf = (name: string, schema: Json) => `${objectOf(older)}.${schema?.['x-graphql-name'] ?? name}`;
    return [
      ...keywords(at, a, b, field),
      ...requirements(at, a, b, direction, fieldOf),
      ...members(at, a.properties, b.properties, {
        removed: (name, schema) => removal(fieldOf(name, schema), name, b.properties, fieldOf),
        added: (name) => additive(`${at}: ${name} was added`),
        kept: (name, x, y) => schemas(`${at}.${name}`, x, y, direction, fieldOf(name, x)),
      }),
      ...(a.items || b.items ? schemas(`${at}[]`, a.items, b.items, direction, field) : []),
      ...['oneOf', 'anyOf', 'allOf'].flatMap((key) => alternatives(at, key, a[key], b[key], direction)),
    ];
  }

  function alternatives(
    at: string,
    key: string,
    older: Json[] = [],
    newer: Json[] = [],
    direction: Direction,
  ): Change[] {
    const kept = older
      .slice(0, newer.length)
      .flatMap((schema, index) => schemas(`${at} (${key} ${index})`, schema, newer[index], direction));
    if (newer.length === older.length) return kept;
    const widensRequest = newer.length > older.length && direction === 'request' && older.length > 0 && key !== 'allOf';
    const what = `${at}: ${key} has ${newer.length} alternatives instead of ${older.length}`;
    return [...kept, widensRequest ? additive(what) : breaking(what)];
  }

  function content(at: string, older: Json, newer: Json, direction: Direction): Change[] {
    return members(at, older, newer, {
      added: (type) => additive(`${at}: ${type} was added`),
      kept: (_, x, y) => schemas(at, x.schema, y.schema, direction),
    });
  }

  function responses(at: string, older: Json, newer: Json): Change[] {
    return members(at, older, newer, {
      added: (status) => additive(`${at}: ${status} was added`),
      kept(status, x, y) {
        const [a, b] = [before(x), after(y)];
        const place = `${at} ${status}`;
        return [
          ...content(place, a.content, b.content, 'answer'),
          ...members(place, lasting(a.headers), lasting(b.headers), {
            added: (name) => additive(`${place}: header ${name} was added`),
            kept: (name, x, y) => {
              const [p, q] = [before(x), after(y)];
              const lost = p.required && !q.required ? [breaking(`${place}: header ${name} is no longer certain`)] : [];
              return [...lost, ...schemas(`${place} header ${name}`, p.schema, q.schema, 'answer')];
            },
          }),
        ];
      },
    });
  }

  function parameters(at: string, older: Json[] = [], newer: Json[] = []): Change[] {
    const named = (list: Json[], find: (node: Json) => Json) =>
      Object.fromEntries(list.map(find).map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
    return members(at, named(older, before), named(newer, after), {
      added: (name, { required }) => (required ? breaking : additive)(`${at}: ${name} was added`),
      kept: (name, a, b) => [
        ...(Boolean(a.required) === Boolean(b.required)
          ? []
          : [breaking(`${at}: ${name} is required or optional now`)]),
        ...schemas(`${at} ${name}`, a.schema, b.schema, 'request'),
      ],
    });
  }

  function operation(at: string, older: Json, newer: Json): Change[] {
    const [a, b] = [before(older.requestBody ?? {}), after(newer.requestBody ?? {})];
    return [
      ...(older.operationId === newer.operationId ? [] : [breaking(`${at}: ${older.operationId} was renamed`)]),
      ...(same(older.security, newer.security) ? [] : [breaking(`${at}: authentication was changed`)]),
      ...(Boolean(a.required) === Boolean(b.required) ? [] : [breaking(`${at}: the body is required or optional now`)]),
      ...parameters(at, older.parameters, newer.parameters),
      ...content(`${at} body`, a.content, b.content, 'request'),
      ...responses(at, older.responses, newer.responses),
    ];
  }

  return [
    ...authentication(released, current),
    ...(same(released.servers?.map(path), current.servers?.map(path)) ? [] : [breaking('URLs were changed')]),
    ...members('paths', released.paths, current.paths, {
      removed: (_, methods) =>
        Object.values<Json>(methods)
          .map(({ operationId }) => `{ endpointWithdrawn: '${operationId}' }`)
          .join(', '),
      added: (path) => additive(`${path} was added`),
      kept: (path, x, y) =>
        members(path, x, y, {
          removed: (_, { operationId }) => `{ endpointWithdrawn: '${operationId}' }`,
          added: (method) => additive(`${method} ${path} was added`),
          kept: (method, a, b) => operation(`${method} ${path}`, a, b),
        }),
    }),
  ];
}

/** Each deployment has an origin of its own; what follows is the contract (section 9.2). */
const path = ({ url }: Json) => new URL(url, 'http://localhost').pathname;

const resolved = (document: Json, node: Json): Json =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, key: string) => at[key], document)
    : node;

/** Where and how a token is sent, whatever is said of it. */
function authentication(released: Json, current: Json): Change[] {
  const facts = ({ security, components }: Json) => ({
    security,
    schemes: Object.fromEntries(
      Object.entries<Json>(components.securitySchemes ?? {}).map(([name, { description: _, ...scheme }]) => [
        name,
        scheme,
      ]),
    ),
  });
  return same(facts(released), facts(current)) ? [] : [breaking('authentication was changed')];
}

/** Keywords that are compared elsewhere, or that people alone read. */
const ELSEWHERE = new Set(['properties', 'required', 'items', 'oneOf', 'anyOf', 'allOf', '$ref']);
const PROSE = new Set(['description', 'title', 'summary', 'example', 'examples', 'deprecated', 'externalDocs']);

/** Types, formats, limits, patterns, allowed values: section 9.6 has no way to change one within a version. */
function keywords(at: string, before: Json, after: Json, field: string): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !ELSEWHERE.has(key) && !PROSE.has(key) && !key.startsWith('x-') && !same(before[key], after[key]))
    .map((key) =>
      breaking(
        `${at}: ${key} was ${JSON.stringify(before[key]) ?? 'absent'}, is ${JSON.stringify(after[key]) ?? 'absent'}`,
        field && keywordEntry(key, field, before[key], after[key]),
      ),
    );
}

function requirements(
  at: string,
  before: Json,
  after: Json,
  direction: Direction,
  fieldOf: (name: string, schema: Json) => string,
): Change[] {
  const [was, is]: [string[], string[]] = [before.required ?? [], after.required ?? []];
  const now = is.filter((name) => !was.includes(name));
  const noLonger = was.filter((name) => !is.includes(name) && after.properties?.[name]);
  const change = (harmful: boolean, name: string, what: string) =>
    harmful ? breaking(`${at}: ${name} ${what}`, entry(name)) : additive(`${at}: ${name} ${what}`);
  const entry = (name: string) => {
    const field = fieldOf(name, after.properties?.[name]);
    return before.properties?.[name] ? `{ required: '${field}' }` : `{ added: '${field}', older: … }`;
  };
  return [
    ...now.map((name) =>
      change(direction === 'request', name, direction === 'request' ? 'is required now' : 'is always there now'),
    ),
    ...noLonger.map((name) => change(true, name, direction === 'request' ? 'is optional now' : 'may be absent now')),
  ];
}

/** The object of a component, as releases name it. */
const objectOf = ({ $ref = '' }: Json = {}): string =>
  String($ref)
    .replace(/.*\//, '')
    .replace(/^(?:Create|Update)(?=[A-Z]\w*Input$)/, '')
    .replace(/Input$/, '');

/** The change of an entry for a keyword of a field that became different. */
function keywordEntry(key: string, field: string, was: unknown, is: unknown): string {
  if (/^(?:min|max)imum$|^(?:min|max)(?:Items|Length)$/.test(key)) {
    const side = key.slice(0, 'min'.length);
    return `{ limit: '${field}', was: { ${side}: ${was} }, is: { ${side}: ${is} } }`;
  }
  const kind = key === 'enum' ? 'values' : 'type';
  return `{ ${kind}: '${field}', was: …, is: … }`;
}

/** That for a field which is not there any more: it has another name, or is withdrawn and stays in the shape. */
function removal(field: string, was: string, now: Json = {}, fieldOf: (name: string, schema: Json) => string): string {
  const is = Object.keys(now).find((name) => fieldOf(name, now[name]) === field);
  return is ? `{ renamed: '${field}', was: '${was}', is: '${is}' }` : `{ withdrawn: '${field}' }`;
}
