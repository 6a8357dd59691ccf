// The Pothos schema builder of the GraphQL API, with its scalars and root types.
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type PrismaTypes from '../../prisma/generated/pothos.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import type { OperationContext } from '../operation/context.ts';
import type { RanOperation } from '../operation/ran.ts';
import { isoDay } from '../time.ts';
import type { ResponseBounds } from './limits/response-bounds.ts';
import type { createReferredLoader } from './referred-products.ts';
import { USABLE_FIELDS } from './schema-plugin.ts';

export interface GraphQLContext {
  readonly operation: OperationContext;
  /** The operations so far, and failures outside operations. */
  readonly ran: RanOperation[];
  /** The header, not yet validated. */
  readonly idempotencyKey: string | undefined;
  readonly bounds: ResponseBounds;
  readonly loadReferred: ReturnType<typeof createReferredLoader>;
}

/** Specifications of the GraphQL community: `LocalDate` is a day without a zone, `DateTime` has milliseconds. */
const SCALAR_SPECIFICATIONS = 'https://scalars.graphql.org/andimarek';

export const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  Context: GraphQLContext;
  Scalars: {
    ID: { Input: string; Output: number };
    /** graphql-js serializes a database decimal as a number. */
    Float: { Input: number; Output: number | Prisma.Decimal };
    Date: { Input: never; Output: Date };
    DateTime: { Input: never; Output: Date };
  };
}>({
  plugins: [USABLE_FIELDS, PrismaPlugin],
  prisma: {
    client: (context): PrismaClient => context.operation.db,
    dmmf: getDatamodel(),
    onUnusedQuery: null,
  },
});

export type SchemaTypes = (typeof builder)['$inferSchemaTypes'];

builder.scalarType('Date', {
  description: 'A day, `YYYY-MM-DD`.',
  specifiedByURL: `${SCALAR_SPECIFICATIONS}/local-date.html`,
  serialize: isoDay,
});

builder.scalarType('DateTime', {
  description: 'A moment, ISO 8601 in UTC.',
  specifiedByURL: `${SCALAR_SPECIFICATIONS}/date-time.html`,
  serialize: (date) => date.toISOString(),
});

builder.queryType({ description: 'Failed queries return `null` and an entry in `errors`.' });
builder.mutationType({
  description:
    'Validation errors are data of the payload. For every other error, the field is `null` with an entry in `errors`.',
});
