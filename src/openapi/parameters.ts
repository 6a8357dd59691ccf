// The parameters of the operations in the OpenAPI document: path and headers (D6, D10, D40, D41).
import { z } from 'zod';
import { DEMO_IDS } from '../demo/demo-data.ts';
import { MAX_INT32 } from '../operation/id.ts';
import { IDEMPOTENCY_KEY, MAX_KEY_LENGTH } from '../operation/idempotency.ts';
import type { VersionName } from '../operation/versions.ts';

/** An optional header, whose component has its name without dashes. */
const header = <Schema extends z.ZodString>(name: string, schema: Schema, description: string, more: object = {}) => {
  const id = name.replaceAll(/(?:^|-)([a-z])|-/gi, (_, letter = '') => letter.toUpperCase());
  return schema.optional().meta({ description, ...more, param: { id, name, in: 'header' } });
};

export const serviceVersion = (example: VersionName) =>
  header('service-version', z.string(), 'The version of this one request, instead of that of the token.', {
    format: 'date',
    example,
  });

/** One example for products and rentals: the demo owner has both. */
export const pathId = z
  .int()
  .min(1)
  .max(MAX_INT32)
  .meta({
    description: 'The id, in plain decimal; anything else names nothing.',
    example: DEMO_IDS.products.tent,
    param: { id: 'Id', name: 'id', in: 'path' },
  });

// The headers below have no example: a reference that filled it in would get 304, 412 or 422 for requests as they stand.

export const IF_NONE_MATCH = header(
  'If-None-Match',
  z.string(),
  'ETags that the client has: 304 without a body if the current one is among them. `*` is any.',
);

export const IF_MATCH = header(
  'If-Match',
  z.string(),
  'ETags in this version of the API, of reads, creates or updates: the product is changed only if its current one is among them, else 412. ' +
    '`*` is any; a weak tag is none; what is no list of ETags in their quotes is 400.',
);

export const IDEMPOTENCY_KEY_PARAMETER = header(
  IDEMPOTENCY_KEY,
  z.string().min(1).max(MAX_KEY_LENGTH),
  'Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes.',
  { pattern: '^[!-~]+$' },
);
