// The lines of tokens: each token with those that it replaced, by rolls. What a token did includes what its old values did.
import { Prisma } from '../../prisma/generated/client/client.ts';

/** Values that were replaced more rolls ago are left out. */
const MAX_ROLLS = 100;

/** A relation for FROM: `head`, a token that meets a condition on `api_tokens`, and `id`, a token of its line. */
export const linesOf = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  WITH RECURSIVE line(head, id, predecessor_id, rolls) AS (
    SELECT id, id, predecessor_id, 0 FROM api_tokens WHERE ${condition}
    UNION ALL
    SELECT head, older.id, older.predecessor_id, rolls + 1
    FROM line JOIN api_tokens AS older ON older.id = line.predecessor_id
    WHERE rolls < ${Prisma.raw(`${MAX_ROLLS}`)})
  SELECT head, id FROM line)`;

/** The ids of the line of a token, for IN. */
export const lineOf = (tokenId: number): Prisma.Sql =>
  Prisma.sql`(SELECT id FROM ${linesOf(Prisma.sql`id = ${tokenId}`)} AS line)`;
