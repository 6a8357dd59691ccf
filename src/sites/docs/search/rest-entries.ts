// The search entries of the REST reference: operations, parameters, schemas and their fields, at Scalar's addresses.
import type { JsonObject } from '../../../http/json-body.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Entry } from '../assets/rank-entries.js';
import { plainText } from '../html-text.ts';

const REST = 'REST';

/** The parts of an OpenAPI document that are searched. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly parameters: readonly { readonly $ref: string }[];
}

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Parameter = { readonly name: string; readonly in: string; readonly description: string };

const at = (anchor: string) => `${DOCS_PATHS.rest}#${anchor}`;

export function restEntries(document: JsonObject): readonly Entry[] {
  const { paths, components } = document as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      const tag = operation.tags[0].toLowerCase();
      return { ...operation, name: `${method} ${path}`, anchor: at(`tag/${tag}/${method}${path}`) };
    }),
  );
  const schemas = Object.entries(components.schemas);
  return [
    ...operations.map(({ name, anchor, operationId, summary, description }) => ({
      title: summary,
      heading: `${REST} · ${name} · ${operationId}`,
      text: plainText(description),
      path: anchor,
    })),
    ...Object.entries(components.parameters).flatMap(([id, { name, in: location, description }]) => {
      const anchor = operations.find(({ parameters }) =>
        parameters.some(({ $ref }) => $ref.endsWith(`/${id}`)),
      )?.anchor;
      return anchor
        ? [{ title: name, heading: `${REST} · ${location}`, text: plainText(description), path: anchor }]
        : [];
    }),
    ...schemas.map(([name, { description = '' }]) => ({
      title: name,
      heading: REST,
      text: plainText(description),
      path: schemaPath(name),
    })),
    ...schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, { description = '' }]) => ({
        title: field,
        heading: `${REST} · ${name}`,
        text: plainText(description),
        path: schemaPath(name),
      })),
    ),
  ];
}

const schemaPath = (name: string) => at(`models/${name}`);
