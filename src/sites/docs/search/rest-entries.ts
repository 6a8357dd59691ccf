// What the search finds in the REST reference: operations, parameters, schemas and their fields, at Scalar's addresses.
import type { JsonObject } from '../../../http/json-body.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Entry } from '../assets/rank-entries.js';
import { plain } from './plain-text.ts';

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
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const anchor = at(`tag/${operation.tags[0].toLowerCase()}/${method.toUpperCase()}${path}`);
      return { name, anchor, operation };
    }),
  );
  return [
    ...operations.map(({ name, anchor, operation: { operationId, summary, description } }) => ({
      title: summary,
      heading: `${REST} · ${name} · ${operationId}`,
      text: plain(description),
      path: anchor,
    })),
    ...Object.entries(components.parameters).flatMap(([id, { name, in: place, description }]) => {
      const takes = ({ operation: { parameters } }: (typeof operations)[number]) =>
        parameters.some(({ $ref }) => $ref.endsWith(`/${id}`));
      const anchor = operations.find(takes)?.anchor;
      return anchor ? [{ title: name, heading: `${REST} · ${place}`, text: plain(description), path: anchor }] : [];
    }),
    ...Object.entries(components.schemas).map(([name, { description = '' }]) => ({
      title: name,
      heading: REST,
      text: plain(description),
      path: schemaPath(name),
    })),
    ...Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, { description = '' }]) => ({
        title: field,
        heading: `${REST} · ${name}`,
        text: plain(description),
        path: schemaPath(name),
      })),
    ),
  ];
}

const schemaPath = (name: string) => at(`models/${name}`);
