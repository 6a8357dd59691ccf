// The REST reference of a version: its OpenAPI document with references resolved except those to schemas, and the
// addresses of its parts.
import type { oas31 } from 'zod-openapi';
import { createOpenApiEndpoint } from '../../../openapi/endpoint.ts';
import { typeName } from '../../../openapi/schemas.ts';
import type { AnyOperation } from '../../../operation/operation.ts';
import type { Version, VersionName } from '../../../operation/versions.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import { routeOf } from '../examples/example.ts';
import type { DocsSource } from '../layout.ts';

type Keywords = Exclude<oas31.SchemaObject, boolean>;
type Limits =
  | 'minimum'
  | 'maximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'pattern'
  | 'format';
type Named<Part> = Readonly<Record<string, Part>>;
type Paths = Named<Named<RestOperation>>;

export interface Schema
  extends Pick<Keywords, Limits | '$ref' | 'type' | 'enum' | 'required' | 'description'> {
  readonly properties?: Named<Schema>;
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly example?: string | number;
  readonly 'x-enum-varnames'?: readonly string[];
  readonly 'x-graphql-name'?: string;
}

/**
 * A parameter or response header; `component` is its name among the components, `isCommon` whether every operation has
 * it.
 */
export interface Parameter {
  readonly component: string;
  readonly isCommon: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Body {
  readonly content?: {
    readonly 'application/json': {
      readonly schema: Schema;
      readonly examples: Named<{ readonly summary?: string; readonly value: object }>;
    };
  };
}

/** Errors and 304 are components, successful responses are not. */
export interface RestResponse extends Partial<Pick<Parameter, 'component' | 'isCommon'>>, Body {
  readonly description: string;
  readonly headers: Named<Omit<Parameter, 'name'>>;
}

export interface RestOperation
  extends Pick<AnyOperation, 'title' | 'permission' | 'throttled' | 'summary'> {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly 'x-graphql-field': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Named<RestResponse>;
}

export interface RestReference {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: Named<Named<object>> & {
    readonly schemas: Named<Schema>;
    readonly securitySchemes: Named<{ readonly name?: string; readonly description: string }>;
  };
  readonly version: Version;
  readonly operations: readonly RestOperation[];
  /** The schemas that only one operation uses, with its name: they are described on its page. */
  readonly owned: ReadonlyMap<string, string>;
  /** The names of the other schemas that fields refer to, which have their own sections. */
  readonly objects: readonly string[];
  /** The path of its first page, which has the parts that operations share. */
  readonly path: string;
}

/** The references of the released versions, latest first; the latest one is at the path without a version. */
export function createReferences({ versions, origin }: DocsSource): readonly RestReference[] {
  const endpoint = createOpenApiEndpoint(versions, origin);
  return versions.list().map((version, index) => {
    const { tags, paths, components } = endpoint.document(
      version.date,
    ) as unknown as RestReference & { paths: Paths };
    const operations = operationsOf(paths, components);
    const owned = ownedSchemas(components.schemas, operations);
    const fields = Object.values(components.schemas).flatMap(({ properties = {} }) =>
      Object.values(properties),
    );
    const used = fields.map(({ $ref, items }) => nameIn($ref ?? items?.$ref));
    const objects = Object.keys(components.schemas).filter(
      (name) => used.includes(name) && !owned.has(name),
    );
    const path = index === 0 ? DOCS_PATHS.rest : datedPath(version.date);
    return { tags, components, version, operations, owned, objects, path };
  });
}

/** The operations, with their references to parameters, headers and responses resolved. */
function operationsOf(paths: Paths, components: Named<Named<object>>): RestOperation[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { title, summary, permission, throttled } = routeOf(operation.operationId).operation;
      // In the document, the description starts with the summary, which pages show separately.
      const description = operation.description.slice(summary.length).trim();
      const words = { title, description, summary: summary.replace(/\.$/, '') };
      return { ...operation, ...words, path, method: method.toUpperCase(), permission, throttled };
    }),
  );
  const used = operations.map((operation) => JSON.stringify(operation));
  const resolved = <Part>(part: Part, { schemas, ...parts }: Named<Named<object>>): Part =>
    JSON.parse(JSON.stringify(part), (_, value) => {
      const { $ref } = value ?? {};
      const [, , kind = '', component = ''] = $ref?.split('/') ?? [];
      const found = parts[kind]?.[component];
      return found
        ? { ...found, component, isCommon: used.every((one) => one.includes(`"${$ref}"`)) }
        : value;
    });
  return resolved(operations, {
    ...components,
    responses: resolved(components.responses ?? {}, components),
  });
}

/** The schema components that only one operation uses, with its name. */
function ownedSchemas(
  schemas: Named<Schema>,
  operations: readonly RestOperation[],
): ReadonlyMap<string, string> {
  const reached = (part: unknown, found = new Set<string>()): ReadonlySet<string> => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!found.has(name)) reached(schemas[name], found.add(name));
    return found;
  };
  const users = operations.map(({ operationId, requestBody, responses }) => {
    const own = Object.values(responses).filter(({ component }) => !component);
    return [operationId, reached([requestBody, own])] as const;
  });
  return new Map(
    users.flatMap(([user, names]) =>
      [...names]
        .filter((name) => users.every(([other, others]) => other === user || !others.has(name)))
        .map((name) => [name, user] as const),
    ),
  );
}

/** The name of the referenced component; empty for none. */
export const nameIn = (reference = ''): string => reference.slice(reference.lastIndexOf('/') + 1);

export const datedPath = (date: VersionName): string => `${DOCS_PATHS.rest}/${date}`;

/** The path of an operation's page; without one, the first page's. */
export const operationPath = (path: string, operationId?: string): string =>
  operationId ? `${path}/${operationId}` : path;

/** The ID of a parameter: of one operation, or shared by all. */
export const parameterId = (
  { name, in: place, isCommon }: Parameter,
  { operationId }: RestOperation,
): string => `${isCommon ? '' : `${operationId}-`}${place}-${name}`;

/** The ID of a schema's field; in an operation's body it starts with the operation's name. */
export const fieldId = ({ owned }: RestReference, component: string, field: string): string => {
  const owner = owned.get(component);
  return `${owner && component === `${typeName(owner)}Input` ? owner : component}-${field}`;
};

/** The address of a schema. */
export const schemaPath = ({ path, owned }: RestReference, component: string): string =>
  `${operationPath(path, owned.get(component))}#${component}`;
