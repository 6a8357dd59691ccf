// Random bodies of an operation, generated only from its schema in an OpenAPI document: valid ones, and each with one
// error.
import { createGeneratorSync } from 'json-schema-faker';
import type { Json } from '../support/openapi-contract.ts';

type Path = readonly (string | number)[];

/** A body with one error, and the field that must be reported, or one of those that a rule connects with it. */
export interface Fault {
  readonly what: string;
  readonly fields: readonly string[];
  readonly body: Json;
}

/** Deeper than any body. */
const MAX_DEPTH = 20;

/** `isValid` is a validator's verdict, because the generator can't satisfy every pattern. */
export function createBodies(
  document: Json,
  schema: Json,
  isValid: (body: Json) => boolean,
  seed: number,
) {
  const resolve = (node: Json): Json =>
    node.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, key: string) => at[key], document)
      : node;
  // The generator fills few fields below `oneOf`, so it gets each branch separately.
  const branches: Json[] = resolve(schema).oneOf ?? [schema];
  const settable = branches.map((branch) =>
    forGenerator({ ...branch, components: document.components }),
  );
  const [some, all] = [false, true].map((alwaysFakeOptionals) =>
    createGeneratorSync({ seed, maxDepth: MAX_DEPTH, alwaysFakeOptionals }),
  );
  return {
    /** Valid bodies: two with some optional fields, then one with all. */
    valid: (count: number): Json[] =>
      Array.from({ length: 4 * count }, (_, index) =>
        (index % 3 === 2 ? all : some)?.generate(settable[index % settable.length]),
      )
        .filter(isValid)
        .slice(0, count),
    /** The body with each error in turn. */
    faults: (body: Json): Fault[] =>
      faultsAt(resolve, schema, body, [])
        .map((fault) => ({ ...fault, body: fault.of(body) }))
        .filter((fault) => !isValid(fault.body)),
  };
}

/** A schema without read-only fields, and without formats if a pattern says more. */
function forGenerator(node: Json, key = ''): Json {
  if (Array.isArray(node)) return node.map((entry) => forGenerator(entry));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries<Json>(node).filter(([name, inner]) =>
    key === 'properties' ? !inner.readOnly : name !== 'format' || !node.pattern,
  );
  return Object.fromEntries(members.map(([name, inner]) => [name, forGenerator(inner, name)]));
}

interface Found extends Omit<Fault, 'body'> {
  readonly of: (body: Json) => Json;
}

function faultsAt(
  resolve: (node: Json) => Json,
  reference: Json,
  value: Json,
  path: Path,
): Found[] {
  const schema = resolve(reference);
  const put = (what: string, wrong: Json, at: Path = path): Found => ({
    what: `${what} at ${spelled(at)}`,
    fields: [spelled(at)],
    of: (body) => replaced(body, at, wrong),
  });
  if (schema.oneOf) {
    const branch = schema.oneOf.find((one: Json) =>
      Object.keys(resolve(one).properties).some((key) => key in value),
    );
    const wrappers: string[] = schema.oneOf.flatMap((one: Json) =>
      Object.keys(resolve(one).properties),
    );
    const others = wrappers
      .filter((wrapper) => !(wrapper in value))
      .map((wrapper) => put('another wrapper', null, [wrapper]));
    return connected([...faultsAt(resolve, branch, value, path), ...others], wrappers);
  }
  // An object that may be null is either of two schemas.
  const alternatives: Json[] = schema.type ? [schema] : (schema.anyOf ?? []).map(resolve);
  const types = alternatives.flatMap(({ type }) => type);
  const others = VALUES.filter(
    ([type]) => !types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  const ofType =
    path.length > 0 ? others.map(([type, other]) => put(`a value of type ${type}`, other)) : [];
  const ofEnum = schema.enum ? [typeof schema.enum[0] === 'number' ? 7_777 : 'unknown'] : [];
  const ofKind = [
    ...ofEnum.map((other) => put('a value that is not allowed', other)),
    ...(schema.minimum === undefined ? [] : [put('less than the minimum', schema.minimum - 1)]),
    ...(schema.maximum === undefined ? [] : [put('more than the maximum', schema.maximum + 1)]),
    ...(schema.maxLength === undefined
      ? []
      : [put('a string that is too long', 'a'.repeat(schema.maxLength + 1))]),
    ...(schema.minLength ? [put('an empty string', '')] : []),
    ...(schema.pattern ? WRONG_TEXTS.map((text) => put(`${JSON.stringify(text)}`, text)) : []),
    ...(schema.maxItems === undefined || !value?.length
      ? []
      : [put('too many entries', Array(schema.maxItems + 1).fill(value[0]))]),
    ...(schema.minItems ? [put('too few entries', [])] : []),
  ];
  if (Array.isArray(value)) {
    const within = value.length > 0 ? faultsAt(resolve, schema.items, value[0], [...path, 0]) : [];
    return [...ofType, ...ofKind, ...within];
  }
  if (typeof value !== 'object' || value === null || !schema.properties)
    return [...ofType, ...ofKind];
  const fields = Object.entries<Json>(schema.properties).flatMap(([name, inner]) => {
    const at = [...path, name];
    const missing = schema.required?.includes(name) ? [put('nothing', undefined, at)] : [];
    return [...missing, ...faultsAt(resolve, inner, value[name], at)];
  });
  const unknown = put('an unknown field', 1, [...path, 'unknown']);
  const rules: Json[] = schema.not?.anyOf ?? [schema.not ?? {}];
  const together = rules.flatMap(({ properties = {} }) => Object.keys(properties));
  return [...ofType, ...connected(fields, together), unknown];
}

/** An error in a field that a rule connects with others may be reported at any of them. */
const connected = (faults: readonly Found[], names: readonly string[]): Found[] =>
  faults.map((fault) => ({
    ...fault,
    fields: fault.fields.some((field) => names.includes(field))
      ? [...fault.fields, ...names]
      : fault.fields,
  }));

const VALUES: readonly (readonly [type: string, value: Json])[] = [
  ['string', 'text'],
  ['number', 1.5],
  ['integer', 3],
  ['boolean', true],
  ['null', null],
  ['array', ['a']],
  ['object', { a: 1 }],
];

/** Each breaks some pattern of the document; a string that matches its field's pattern is not an error. */
const WRONG_TEXTS = [
  'a\0b',
  ' ',
  'ftp://images.example.com/a',
  'http://bücher.example',
  'https://a.example/a b',
  '2026-02-31T00:00:00Z',
];

/** A field name excludes the wrapper objects of a body, unless they are the error. */
function spelled(path: Path): string {
  const wrapper = path[0] === 'data' ? 2 : 1;
  const own =
    path.length > wrapper && (path[0] !== 'data' || path[1] === 'attributes')
      ? path.slice(wrapper)
      : path;
  return own.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');
}

function replaced(target: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  if (Array.isArray(target))
    return target.map((entry, index) => (index === step ? replaced(entry, rest, value) : entry));
  const { [step]: inner, ...others } = target ?? {};
  return rest.length === 0 && value === undefined
    ? others
    : { ...others, [step]: replaced(inner, rest, value) };
}
