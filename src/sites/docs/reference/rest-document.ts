// A version's OpenAPI document as the REST reference reads it.
import type { oas31 } from 'zod-openapi';

type Named<Part> = Readonly<Record<string, Part>>;

/** A schema, or a reference to one. */
export interface Schema extends Omit<oas31.SchemaObject, 'properties' | 'items'> {
  readonly $ref?: string;
  readonly properties?: Named<Schema>;
  readonly items?: Schema;
}

/** A parameter, response header or response, or a reference to one among the components. */
export interface Part {
  readonly $ref?: string;
  readonly description: string;
  readonly schema: Schema;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly Part[];
  readonly requestBody?: Part;
  readonly responses: Named<Part>;
  readonly 'x-graphql-field': string;
}

interface Document {
  readonly info: { readonly description: string };
  readonly paths: Named<Named<Operation>>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly parameters: Named<Part>;
    readonly headers: Named<Part>;
    readonly responses: Named<Part>;
  };
}

export type RestDocument = ReturnType<typeof readDocument>;

/** `path` is the first page of the version's reference. */
export function readDocument(path: string, document: object) {
  const { info, paths, components } = document as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

  /** The schemas to which a part refers, directly or through others. */
  function schemasIn(part: unknown, found = new Set<string>()) {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, name = ''] of references)
      if (!found.has(name)) schemasIn(components.schemas[name], found.add(name));
    return found;
  }

  const used = operations.map(({ operationId, requestBody, responses }) => {
    const bodies = [requestBody, Object.values(responses).filter(({ $ref }) => !$ref)];
    return { operationId, schemas: schemasIn(bodies) };
  });

  /** The operation on whose page a schema is described; undefined: the first page. */
  function ownerOf(schema: string) {
    const [first, ...others] = used.filter(({ schemas }) => schemas.has(schema));
    return others.length === 0 ? first?.operationId : undefined;
  }

  return {
    path,
    info,
    components,
    operations,
    ownerOf,
    linkTo(schema: string) {
      const owner = ownerOf(schema);
      return `[${schema}](${owner ? `${path}/${owner}` : path}#${schema})`;
    },
    schemasIn,
  };
}

/** The name of the referenced component; empty for none. */
export const nameIn = ({ $ref = '' }: { readonly $ref?: string }) =>
  $ref.slice($ref.lastIndexOf('/') + 1);
