// An example of an operation, written once in the names of the domain: its requests on both surfaces are made from it.
import { z } from 'zod';
import { ROUTES } from '../../../rest/routes.ts';

export const example = z.strictObject({
  /** The id on its page: letters, digits and hyphens. */
  id: z.string(),
  label: z.string(),
  operation: z.enum(ROUTES.map((route) => route.operation.name)),
  /** The id of a product or a rental of the demo data. */
  target: z.int().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  /** Whether the body on REST is that of JSON:API. */
  inData: z.literal(true).optional(),
  /** What a GraphQL request asks for; absent: what the example of GraphiQL asks for. */
  fields: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tokenInUrl: z.literal(true).optional(),
  /** The revision of an update, `If-Match` on REST. */
  ifRevision: z.int().optional(),
  /** The revision of a read that REST answers with 304, by `If-None-Match`. */
  unlessRevision: z.int().optional(),
  /** A sentence below the request of GraphQL. */
  graphqlNote: z.string().optional(),
});

export type Example = Readonly<z.infer<typeof example>>;
