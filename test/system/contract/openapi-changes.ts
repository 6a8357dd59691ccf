// The differences between two OpenAPI documents by section 9.6: a version allows additive ones, but not breaking
// ones.
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../support/openapi-contract.ts';

export interface Change {
  readonly kind: 'additive' | 'breaking';
  readonly what: string;
  /** What makes it another version: a change in an entry of RELEASES, as written there. */
  readonly entry?: string | undefined;
}

/** A request may get new optional fields, a response any new fields; neither may lose or change one. */
type Direction = 'request' | 'answer';

type IsAdditive = (was: unknown, is: unknown) => boolean;

/** A part of the contract: its own content, and its parts by name; prose doesn't count. */
interface Part {
  readonly says?: unknown;
  readonly parts?: Readonly<Record<string, Part>>;
  /** Whether it may change; undefined means a missing part. */
  readonly isAdditive?: IsAdditive;
  /**
   * The entry's change with which another version may have its content; `beside` are the parts that are then next to
   * it.
   */
  readonly entry?: (
    is: Part | undefined,
    was: Part | undefined,
    beside: Readonly<Record<string, Part>>,
  ) => string;
  /** The field on GraphQL, as releases name it. */
  readonly field?: string;
}

const NEVER: IsAdditive = () => false;
const WHEN_NEW: IsAdditive = (was) => was === undefined;
/** A field or parameter of a request: new ones are optional, and known ones don't change. */
const OF_REQUEST: IsAdditive = (was, is) => was === undefined && is === 'optional';
/** A field or header of a response: a known one stays, and is no less certain. */
const OF_ANSWER: IsAdditive = (was, is) =>
  was === undefined || (was === 'optional' && is === 'required');
const MORE_ALTERNATIVES: IsAdditive = (was, is) => Number(is) > Number(was);

export const changesBetween = (released: Json, current: Json): Change[] =>
  differences('', contractOf(released), contractOf(current));

function differences(at: string, was: Part, is: Part): Change[] {
  const [before, after] = [was.parts ?? {}, is.parts ?? {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [a, b] = [before[name], after[name]];
    const place = `${at} ${name}`.trim();
    const inner = a && b ? differences(place, a, b) : [];
    if (a && b && isDeepStrictEqual(a.says, b.says)) return inner;
    const part = (a ?? b) as Part;
    const kind = (part.isAdditive ?? NEVER)(
      a && (a.says ?? 'there'),
      b && (b.says ?? 'there'),
    )
      ? 'additive'
      : 'breaking';
    const entry = kind === 'breaking' ? part.entry?.(b, a, after) : undefined;
    return [{ kind, what: `${place} was ${print(a)}, is ${print(b)}`, entry }, ...inner];
  });
}

const print = (part: Part | undefined) =>
  part ? (JSON.stringify(part.says) ?? 'there') : 'absent';

const partsOf = (
  record: Json = {},
  make: (value: Json, name: string) => Part,
): Record<string, Part> =>
  Object.fromEntries(
    Object.entries<Json>(record).map(([name, value]) => [name, make(value, name)]),
  );

const certainty = (isRequired: unknown) => (isRequired ? 'required' : 'optional');

/** A document's contract, without its references. */
function contractOf(document: Json): Part {
  const resolved = (node: Json = {}): Json =>
    node.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, key: string) => at[key], document)
      : node;

  /** `field` is the field that has this schema, as releases name it. */
  function schema(
    reference: Json = {},
    direction: Direction = 'answer',
    field = '',
  ): Record<string, Part> {
    const node = resolved(reference);
    const ofKind = direction === 'request' ? OF_REQUEST : OF_ANSWER;
    const keywords = Object.entries<Json>(node).filter(
      ([key]) => !ELSEWHERE.has(key) && !key.startsWith('x-'),
    );
    const alternatives = ['oneOf', 'anyOf', 'allOf'].filter((key) => node[key]);
    return {
      ...Object.fromEntries(
        keywords.map(([key, says]) => [
          key,
          { says, entry: (is, was) => keywordEntry(key, field, was, is) } as Part,
        ]),
      ),
      ...(node.items && { '[]': { parts: schema(node.items, direction, field) } }),
      ...partsOf(node.properties, (inner, name) => {
        const own = `${objectOf(reference)}.${inner['x-graphql-name'] ?? name}`;
        return {
          says: certainty(node.required?.includes(name)),
          isAdditive: ofKind,
          field: own,
          parts: schema(inner, direction, own),
          entry: (is, was, beside) => fieldEntry(own, name, is, was, beside),
        };
      }),
      ...Object.fromEntries(
        alternatives.map((key): [string, Part] => [
          key,
          {
            says: node[key].length,
            isAdditive:
              direction === 'request' && key !== 'allOf' ? MORE_ALTERNATIVES : NEVER,
            parts: partsOf(node[key], (inner) => ({
              parts: schema(inner, direction),
              isAdditive: () => true,
            })),
          },
        ]),
      ),
    };
  }

  const content = (node: Json, direction: Direction) =>
    partsOf(node, ({ schema: of }) => ({
      isAdditive: WHEN_NEW,
      parts: schema(of, direction),
    }));

  const header = (reference: Json): Part => {
    const { required, schema: of } = resolved(reference);
    return { says: certainty(required), isAdditive: OF_ANSWER, parts: schema(of) };
  };

  function operation({
    operationId,
    security,
    requestBody,
    parameters = [],
    responses,
  }: Json): Part {
    const body = resolved(requestBody);
    const named = parameters
      .map(resolved)
      .map((one: Json) => [`${one.in} parameter ${one.name}`, one]);
    return {
      isAdditive: WHEN_NEW,
      entry: () => `{ endpointWithdrawn: '${operationId}' }`,
      parts: {
        name: { says: operationId },
        security: { says: security ?? null },
        body: { says: certainty(body.required), parts: content(body.content, 'request') },
        ...partsOf(Object.fromEntries(named), ({ name, required, schema: of }) => ({
          says: certainty(required),
          isAdditive: OF_REQUEST,
          parts: schema(
            name === 'service-version' ? { ...of, enum: undefined } : of,
            'request',
          ),
        })),
        ...partsOf(responses, (reference) => {
          const { headers, content: of } = resolved(reference);
          // A version has these headers once it is deprecated.
          const { Deprecation, Sunset, ...lasting } = headers ?? {};
          return {
            isAdditive: WHEN_NEW,
            parts: { ...content(of, 'answer'), ...partsOf(lasting, header) },
          };
        }),
      },
    };
  }

  const schemes = Object.entries<Json>(document.components.securitySchemes ?? {});
  return {
    parts: {
      // Each deployment has its own origin; what follows is the contract (section 9.2).
      URLs: {
        says:
          document.servers?.map(
            ({ url }: Json) => new URL(url, 'http://localhost').pathname,
          ) ?? [],
      },
      authentication: {
        says: [
          document.security,
          schemes.map(([name, { description: _, ...scheme }]) => [name, scheme]),
        ],
      },
      ...partsOf(document.paths, (methods) => ({
        isAdditive: WHEN_NEW,
        parts: partsOf(methods, operation),
        entry: () =>
          Object.values<Json>(methods)
            .map(({ operationId }) => `{ endpointWithdrawn: '${operationId}' }`)
            .join(', '),
      })),
    },
  };
}

/** Keywords that are parts themselves, or that only people read. */
const ELSEWHERE = new Set(
  'properties required items oneOf anyOf allOf $ref description title summary example examples deprecated externalDocs'.split(
    ' ',
  ),
);

/** The object of a component, as releases name it. */
const objectOf = ({ $ref = '' }: Json = {}): string =>
  String($ref)
    .replace(/.*\//, '')
    .replace(/^(?:Create|Update)(?=[A-Z]\w*Input$)/, '')
    .replace(/Input$/, '');

/** The entry's change for a keyword of a field that changed. */
function keywordEntry(
  key: string,
  field: string,
  was: Part | undefined,
  is: Part | undefined,
): string {
  if (field === '') return '';
  if (/^(?:min|max)imum$|^(?:min|max)(?:Items|Length)$/.test(key)) {
    const side = key.slice(0, 'min'.length);
    return `{ limit: '${field}', was: { ${side}: ${was?.says} }, is: { ${side}: ${is?.says} } }`;
  }
  return `{ ${key === 'enum' ? 'values' : 'type'}: '${field}', was: …, is: … }`;
}

/**
 * The change for a field that is now required, or no longer there: it has another name, or is removed and stays in
 * the shape.
 */
function fieldEntry(
  field: string,
  name: string,
  is?: Part,
  was?: Part,
  beside: Readonly<Record<string, Part>> = {},
): string {
  if (is) return was ? `{ required: '${field}' }` : `{ added: '${field}', older: … }`;
  const renamed = Object.keys(beside).find((other) => beside[other]?.field === field);
  return renamed
    ? `{ renamed: '${field}', was: '${name}', is: '${renamed}' }`
    : `{ withdrawn: '${field}' }`;
}
