// A row of REST: what serves an operation and what documents say of it beside its summary.
import { z } from 'zod';
import { domainObjects } from '../operation/field-types.ts';
import type { AnyOperation, Selection } from '../operation/operation.ts';
import type { Envelope } from './envelope.ts';
import type { Words } from './wire.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: AnyOperation;
  /** The fields of the result that the reply uses. */
  readonly selection: Selection;
  readonly envelope?: Envelope;
  /** The shape by which the fields of a body are read; absent for an operation without a body. */
  readonly fields?: z.ZodObject | undefined;
  /** The status of success. */
  readonly status: 200 | 201;
  /** The key of the fields in the reply of a read; absent for a write. */
  readonly resource?: string;
  /** The revision of the result, for the ETag. */
  // biome-ignore lint/suspicious/noExplicitAny: the result is that of the selection
  readonly revision?: (output: any) => number;
  /** The shape of a successful answer, in the names of the domain. */
  readonly answer: z.ZodObject;
  // biome-ignore lint/suspicious/noExplicitAny: the reply of each row takes the result of its selection
  readonly reply: (output: any) => { readonly body: object; readonly headers?: Readonly<Record<string, string>> };
  /** The group of the operation in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
  /** In Markdown, in the names of a version. */
  readonly notes: (words: Words) => string;
  /** By their names in the OpenAPI document; the first one is that of GraphQL too. */
  readonly examples: Readonly<Record<string, OperationExample>>;
}

/** An example in the names of the domain, for the demo owner on new demo data. */
export interface OperationExample {
  readonly summary: string;
  /** The id in the path. */
  readonly target?: number | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the body is that of JSON:API, which REST alone has. */
  readonly inData?: true | undefined;
  /** The revision of an update, as `If-Match`. */
  readonly ifRevision?: number | undefined;
  /** The revision of a read that is answered with 304, as `If-None-Match`. */
  readonly unlessRevision?: number | undefined;
}

interface ReadRoute<Name extends string>
  extends Omit<Route, 'method' | 'operation' | 'selection' | 'status' | 'resource' | 'answer' | 'reply'> {
  readonly operation: AnyOperation<Name>;
  readonly select: object;
  readonly resource: string;
  /** The shape of the resource. */
  readonly shape: z.ZodObject;
  /** The resource as its shape has it. */
  // biome-ignore lint/suspicious/noExplicitAny: the record is that of the selection
  readonly toBody: (record: any) => object;
}

/** The row of a read, whose answer is the resource under its key. */
export const readRoute = <Name extends string>({ select, shape, toBody, ...row }: ReadRoute<Name>) =>
  ({
    ...row,
    method: 'GET',
    selection: { select },
    status: 200,
    answer: z
      .object({ [row.resource]: shape })
      .register(domainObjects, { object: `${domainObjects.get(shape)?.object}Envelope`, use: 'answer' }),
    reply: (record: object) => ({ body: { [row.resource]: toBody(record) } }),
  }) as const;

/** The path in the notation of OpenAPI: `/product/{id}`. */
export const pathTemplate = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');
