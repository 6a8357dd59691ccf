// Reads what tokens and their old values did, to tell which changes of a version concern them: operations, and the fields of
// refused requests.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';
import { linesOf } from '../accounts/token-lines.ts';

export interface TokenUse {
  readonly tokenId: number;
  /** Of the last 31 days. */
  readonly used: readonly { readonly surface: Surface; readonly operation: string }[];
  /** The fields at fault in the refused requests that are kept. */
  readonly refused: readonly { readonly operation: string; readonly field: string }[];
}

/** `fields` are those to look for, without their paths, in the names of any surface. */
export const readTokenUses = (
  db: PrismaClient,
  tokenIds: readonly number[],
  fields: readonly string[],
): Promise<TokenUse[]> => db.$queryRaw`
  WITH lines AS MATERIALIZED (SELECT * FROM ${linesOf(Prisma.sql`id = ANY(${tokenIds}::int[])`)} AS line)
  SELECT wanted AS "tokenId",
    (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('surface', upper(surface::text), 'operation', ran)), '[]')
      FROM (SELECT DISTINCT surface, operations FROM token_usage_days
        WHERE token_id IN (SELECT id FROM lines WHERE head = wanted) AND day > now() - interval '31 days') AS days,
        unnest(operations) AS ran) AS used,
    (SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('operation', operation, 'field', field)), '[]')
      FROM (SELECT DISTINCT operation, errors FROM refused_requests
        WHERE token_id IN (SELECT id FROM lines WHERE head = wanted)) AS requests,
        jsonb_array_elements(errors) AS error, split_part(rtrim(error ->> 'field', '[0123456789]'), '.', -1) AS field
      WHERE field = ANY(${fields})) AS refused
  FROM unnest(${tokenIds}::int[]) AS wanted`;
