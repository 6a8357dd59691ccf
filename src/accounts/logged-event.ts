// A security event as a line of the log has it.
import { z } from 'zod';
import { Permission } from '../../prisma/generated/client/enums.ts';

const ID = z.int().default(0);

const LINE = z
  .object({
    time: z.coerce.date(),
    'event.name': z.literal('owner_api.security'),
    'event.action': z.string(),
    'owner_api.user_id': ID,
    'owner_api.token_id': ID,
    'owner_api.predecessor_id': ID,
    'owner_api.predecessor_ends': z.coerce.date().optional(),
    'owner_api.permissions': z.string().optional(),
  })
  .transform((line) => ({
    at: line.time,
    action: line['event.action'],
    userId: line['owner_api.user_id'],
    tokenId: line['owner_api.token_id'],
    predecessorId: line['owner_api.predecessor_id'],
    /** When the predecessor ends. */
    endsAt: line['owner_api.predecessor_ends'] ?? line.time,
    permissions: permissionsIn(line['owner_api.permissions'] ?? ''),
  }));

const permissionsIn = (names: string) =>
  Object.values(Permission).filter((one) => names.split(',').includes(one.toLowerCase()));

export type LoggedEvent = z.output<typeof LINE>;

/** The event of a line, whatever precedes its JSON; undefined for any other line. */
export function eventIn(line: string): LoggedEvent | undefined {
  try {
    return LINE.safeParse(JSON.parse(line.slice(line.indexOf('{')))).data;
  } catch {
    return undefined;
  }
}
