// An example of an operation, written once in the names of the domain: both surfaces' requests and answers are made from it.
import { z } from 'zod';
import { FIELD_ERROR_CODES, type FieldErrorCode } from '../../../operation/failure.ts';
import { ROUTES } from '../../../rest/routes.ts';

const fieldError = z.strictObject({
  path: z.array(z.union([z.string(), z.int()])),
  code: z.literal(Object.keys(FIELD_ERROR_CODES) as FieldErrorCode[]),
  message: z.string(),
});

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
  /** The failure in which it ends. */
  failure: z
    .union([
      z.strictObject({ kind: z.literal('invalid'), errors: z.array(fieldError) }),
      z.strictObject({ kind: z.literal('throttled'), retryAfterSeconds: z.int() }),
    ])
    .optional(),
});

export type Example = Readonly<z.infer<typeof example>>;
