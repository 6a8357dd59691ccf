// Reapplies the security events of a log to a database restored to an earlier point: what was ended since then ends
// again. Each event gets an activity row with its original time, so that another replay changes nothing.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { Permission } from '../../prisma/generated/client/enums.ts';
import { HOUR_MILLISECONDS } from '../time.ts';
import { unlinkUser } from './identities.ts';
import { type Action, type Actor, act } from './security-events.ts';
import { findToken, ROLL_OVERLAP_HOURS, revokeToken, type TokenRow } from './tokens.ts';
import * as users from './users.ts';

interface LoggedEvent {
  readonly at: Date;
  readonly action: Action;
  readonly userId: number;
  readonly tokenId: number;
  readonly predecessorId: number;
  /** When the predecessor ends. */
  readonly endsAt: Date;
  readonly permissions: readonly Permission[] | undefined;
}

export interface Replayed {
  /** `lost`: it was created after the point to which the database was restored. */
  readonly outcome: 'done' | 'as before' | 'lost' | 'not possible';
  readonly note?: string | undefined;
}

/** What to do, and how. */
interface Step {
  readonly apply: (actor: Actor) => Promise<unknown>;
  readonly note?: string;
}

/** The security event in a log line, whatever precedes its JSON; undefined for any other line. */
export function eventIn(line: string): LoggedEvent | undefined {
  if (!line.includes('"owner_api.security"')) return undefined;
  const fields = parsed(line.slice(line.indexOf('{')));
  const at = new Date(String(fields?.time));
  if (!fields || Number.isNaN(at.getTime())) return undefined;
  const id = (name: string) => Number(fields[`owner_api.${name}`]) || 0;
  const names = fields['owner_api.permissions'];
  const ends = fields['owner_api.predecessor_ends'];
  return {
    at,
    action: String(fields['event.action']) as Action,
    userId: id('user_id'),
    tokenId: id('token_id'),
    predecessorId: id('predecessor_id'),
    endsAt: ends === undefined ? hoursAfter(at, ROLL_OVERLAP_HOURS) : new Date(String(ends)),
    permissions: typeof names === 'string' ? permissionsIn(names) : undefined,
  };
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MILLISECONDS);

const permissionsIn = (names: string) =>
  Object.values(Permission).filter((permission) =>
    names.split(',').includes(permission.toLowerCase()),
  );

/** Undefined for an event that leaves nothing behind, such as a sign-in. */
export async function replayEvent(
  actor: Actor,
  event: LoggedEvent,
  isDry: boolean,
): Promise<Replayed | undefined> {
  const plan = Object.hasOwn(PLANS, event.action) ? PLANS[event.action] : undefined;
  if (!plan) return undefined;
  const user = await users.findUser(actor.db, event.userId);
  if (!user || isYounger(user, event)) return lost('user');
  const step = await plan(actor.db, event, user);
  if ('outcome' in step) return step;
  const { origin } = actor;
  if (!isDry)
    await step.apply({
      ...actor,
      origin: origin.through === 'command' ? { ...origin, at: event.at } : origin,
    });
  return { outcome: 'done', note: step.note };
}

/** A log line is written after its row, by another clock. */
const LINE_IS_LATER_MILLISECONDS = 10_000;

const rowOf = ({ at }: LoggedEvent) => new Date(at.getTime() - LINE_IS_LATER_MILLISECONDS);

/** Newer rows may have taken the IDs freed by the restore. */
const isYounger = ({ createdAt }: { readonly createdAt: Date }, { at }: LoggedEvent) =>
  createdAt.getTime() > at.getTime() + LINE_IS_LATER_MILLISECONDS;

const AS_BEFORE: Replayed = { outcome: 'as before' };
const lost = (what: string): Replayed => ({
  outcome: 'lost',
  note: `the ${what} was made after the restored point`,
});

type Plan = (db: PrismaClient, event: LoggedEvent, user: users.UserRow) => Promise<Replayed | Step>;

/** Of actions that undo each other the last one wins, in whatever order they are read. */
const ofUser =
  (
    family: readonly Action[],
    planned: (event: LoggedEvent, user: users.UserRow) => Replayed | (Step & { isSo: boolean }),
  ): Plan =>
  async (db, event, user) => {
    const step = planned(event, user);
    if ('outcome' in step) return step;
    const { userId, at, action } = event;
    const later = { action: { in: [...family, 'user-erased'] }, at: { gte: at } };
    const own = { action, at: { gte: rowOf(event) } };
    const row = await db.activity.findFirst({
      where: { userId, OR: step.isSo ? [later, own] : [later] },
    });
    return row ? AS_BEFORE : step;
  };

const ofToken =
  (
    id: 'tokenId' | 'predecessorId',
    planned: (token: TokenRow, event: LoggedEvent) => Step | Replayed,
  ): Plan =>
  async (db, event) => {
    const token = await findToken(db, event.userId, event[id]);
    return !token || isYounger(token, event) ? lost('token') : planned(token, event);
  };

const SWITCHES: readonly Action[] = ['user-disabled', 'user-enabled'];

const PLANS: Partial<Record<Action, Plan>> = {
  'user-created': async () => AS_BEFORE,
  'token-created': ofToken('tokenId', () => AS_BEFORE),
  'token-revoked': ofToken('tokenId', ({ id, userId, revokedAt }) =>
    revokedAt ? AS_BEFORE : { apply: (actor) => revokeToken(actor, userId, id) },
  ),
  'token-rolled': ofToken('predecessorId', (token, event) =>
    token.revokedAt || (token.expiresAt && token.expiresAt <= event.endsAt)
      ? AS_BEFORE
      : {
          apply: (actor) => endRolled(actor, token, event),
          note: `token ${token.id} ends; its successor is lost`,
        },
  ),
  'user-disabled': ofUser(SWITCHES, ({ userId }, { disabledAt }) => ({
    isSo: disabledAt !== null,
    apply: (actor) => users.disableUser(actor, userId),
  })),
  'user-enabled': ofUser(SWITCHES, ({ userId }, { disabledAt }) => ({
    isSo: disabledAt === null,
    apply: (actor) => users.enableUser(actor, userId),
  })),
  'permissions-changed': ofUser(['permissions-changed'], ({ userId, permissions }, user) =>
    permissions
      ? {
          isSo: String(permissions) === String(user.permissions),
          apply: (actor) => users.setPermissions(actor, userId, permissions),
        }
      : { outcome: 'not possible', note: 'the line does not name the permissions' },
  ),
  'password-changed': ofUser(['password-changed'], ({ userId }, { email }) => ({
    isSo: true,
    apply: (actor) => users.removePassword(actor, userId),
    note: `the earlier password is removed; set another: npm run user -- password --email ${email}`,
  })),
  'provider-unlinked': ofUser(['provider-linked', 'provider-unlinked'], ({ userId }) => ({
    isSo: true,
    apply: (actor) => unlinkUser(actor, userId),
  })),
  'user-renamed': async (db, event) =>
    (await db.activity.findFirst({
      where: { userId: event.userId, action: event.action, at: { gte: rowOf(event) } },
    }))
      ? AS_BEFORE
      : { outcome: 'not possible', note: 'the log has no names: npm run user -- rename' },
  'user-erased': async (db, { userId }, { email }) => {
    if (email === users.erasedEmail(userId)) return AS_BEFORE;
    if (!(await users.mayErase(db)))
      return { outcome: 'not possible', note: 'it needs the role that owns the tables' };
    return { apply: (actor) => users.eraseUser(actor, userId) };
  },
};

/** A rolled token's old value ends as it did; the new value is lost. */
const endRolled = (
  actor: Actor,
  { id, userId, name }: TokenRow,
  { tokenId, endsAt }: LoggedEvent,
) =>
  act(actor, async (tx, note) => {
    await tx.apiToken.update({ where: { id }, data: { expiresAt: endsAt }, select: { id: true } });
    await note({
      action: 'token-rolled',
      userId,
      token: { id: tokenId, name, predecessorId: id, predecessorEnds: endsAt },
    });
  });

/** The restore may have revived sessions: ends those not seen since the last event. Returns how many. */
export async function endSessionsBefore(db: PrismaClient, at: Date): Promise<number> {
  const deleteSome = () => db.$executeRaw`
    DELETE FROM sessions WHERE id = ANY(ARRAY(SELECT id FROM sessions WHERE seen_at <= ${at} ORDER BY seen_at LIMIT 1000))`;
  let ended = 0;
  for (let some = 1; some > 0; ended += some) some = await deleteSome();
  return ended;
}
