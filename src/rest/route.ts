// A row of REST: what serves an operation and what documents say of it beside its summary.
import type { z } from 'zod';
import type { AnyOperation } from '../operation/operation.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { Envelope } from './envelope.ts';
import type { Words } from './wire.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: AnyOperation;
  readonly envelope?: Envelope;
  /** The shape by which the fields of a body are read; absent for an operation without a body. */
  readonly fields?: z.ZodObject | undefined;
  /** The revision of the result, for the ETag. */
  // biome-ignore lint/suspicious/noExplicitAny: the result is that of the operation
  readonly revision?: (output: any) => number;
  /** The shape of a successful answer, in the names of the domain. */
  readonly answer: z.ZodObject;
  // biome-ignore lint/suspicious/noExplicitAny: the reply of each row takes the result of its operation
  readonly reply: (output: any) => { readonly body: object; readonly headers?: Readonly<Record<string, string>> };
  /** The group of the operation in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
  /** In Markdown, in the names of a version. */
  readonly notes: (words: Words) => string;
}

/** The status of success. */
export const statusOf = ({ method }: Pick<Route, 'method'>) => (method === 'POST' ? 201 : 200);

/** The path in the notation of OpenAPI: `/product/{id}`. */
export const pathTemplate = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

/** The name of an endpoint in releases: `GET /bundle/{id}`. */
export const endpointOf = (route: Pick<Route, 'method' | 'path'>): string => `${route.method} ${pathTemplate(route)}`;

/** Whether a version has the operation of a row, and has it on REST. */
export const isServed = (view: Pick<VersionView, 'has'>, route: Route): boolean =>
  view.has(route.operation.name) && view.has(endpointOf(route));
