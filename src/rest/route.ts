// A route of REST: what serves an operation and what the documents say about it besides its summary.
import type { z } from 'zod';
import type { AnyOperation } from '../operation/operation.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { Envelope } from './envelope.ts';
import type { MarkdownSpelling } from './rest-spelling.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: AnyOperation;
  /** An operation of GraphQL whose records this route reads too. */
  readonly alsoReads?: AnyOperation;
  readonly envelope?: Envelope;
  /** The shape for reading the body's fields; absent for an operation without a body. */
  readonly fields?: z.ZodObject | undefined;
  /** The shape of a successful response, in domain names. */
  readonly response: z.ZodObject;
  // biome-ignore lint/suspicious/noExplicitAny: each route's reply takes the result of its operation
  readonly reply: (output: any) => {
    readonly body: object;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** The operation's group in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
  /** In Markdown, in the names of a version. */
  readonly notes: (words: MarkdownSpelling) => string;
}

export const statusOf = ({ method }: Route) => (method === 'POST' ? 201 : 200);

/** The path in OpenAPI notation: `/product/{id}`. */
export const pathTemplate = ({ path }: Pick<Route, 'path'>) =>
  path.replace(/:(\w+)/g, '{$1}');

/** The name of an endpoint in releases: `GET /bundle/{id}`. */
export const endpointOf = (route: Route) => `${route.method} ${pathTemplate(route)}`;

/** Whether a version has the route's operation, and has it on REST. */
export const isServed = (view: VersionView, route: Route) =>
  view.has(route.operation.name) && view.has(endpointOf(route));
