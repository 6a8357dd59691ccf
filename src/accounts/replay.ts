// Reapplies the security events of a log to a database restored to an earlier point: what was ended since then ends
// again. Each event gets an activity row with its original time, so that another replay changes nothing.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { unlinkUser } from './identities.ts';
import type { LoggedEvent } from './logged-event.ts';
import { type Actor, act } from './security-events.ts';
import { findToken, revokeToken, type TokenRow } from './tokens.ts';
import * as users from './users.ts';

interface Step {
  /** Whether the user or token is in the state that the event led to; absent: only the activity knows. */
  readonly isSo?: boolean;
  /** The action that takes the event back. */
  readonly undoneBy?: string;
  /** Absent if the log doesn't say enough. */
  readonly apply?: (actor: Actor) => Promise<unknown>;
  readonly note?: string;
}

const USER_STEPS: Readonly<Record<string, (user: users.UserRow, event: LoggedEvent) => Step>> = {
  'user-created': () => ({ isSo: true }),
  'user-disabled': ({ id, disabledAt }) => ({
    isSo: disabledAt !== null,
    undoneBy: 'user-enabled',
    apply: (actor) => users.disableUser(actor, id),
  }),
  'user-enabled': ({ id, disabledAt }) => ({
    isSo: disabledAt === null,
    undoneBy: 'user-disabled',
    apply: (actor) => users.enableUser(actor, id),
  }),
  'permissions-changed': (user, { permissions }) => ({
    isSo: String(permissions) === String(user.permissions),
    apply: (actor) => users.setPermissions(actor, user.id, permissions),
  }),
  'provider-unlinked': ({ id }) => ({
    undoneBy: 'provider-linked',
    apply: (actor) => unlinkUser(actor, id),
  }),
  'user-renamed': () => ({ note: 'the log has no names: npm run user -- rename' }),
  'user-erased': ({ id, email }) => ({
    isSo: email === users.erasedEmail(id),
    apply: (actor) => users.eraseUser(actor, id),
  }),
};

const TOKEN_STEPS: Readonly<Record<string, (token: TokenRow, event: LoggedEvent) => Step>> = {
  'token-created': () => ({ isSo: true }),
  'token-revoked': ({ id, userId, revokedAt }) => ({
    isSo: revokedAt !== null,
    apply: (actor) => revokeToken(actor, userId, id),
  }),
  'token-rolled': (old, event) => ({
    isSo: old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= event.endsAt),
    apply: (actor) => endRolled(actor, old, event),
    note: `token ${old.id} ends; its successor is lost`,
  }),
};

/** A rolled token's old value ends as it did; the new value is lost. */
const endRolled = (
  actor: Actor,
  { id: predecessorId, userId, name }: TokenRow,
  { tokenId, endsAt }: LoggedEvent,
) =>
  act(actor, async (tx, note) => {
    const data = { expiresAt: endsAt };
    await tx.apiToken.update({ where: { id: predecessorId }, data, select: { id: true } });
    const token = { id: tokenId, name, predecessorId, predecessorEnds: endsAt };
    await note({ action: 'token-rolled', userId, token });
  });

/** A log line is written after its row, by another clock. */
const LINE_IS_LATER_MILLISECONDS = 10_000;

/** What the event needs; undefined if its user or token was made after the restored point. */
async function stepOf(db: PrismaClient, event: LoggedEvent): Promise<Step | undefined> {
  // Newer rows may have taken the IDs freed by the restore.
  const isOlder = ({ createdAt }: { readonly createdAt: Date }) =>
    createdAt.getTime() <= event.at.getTime() + LINE_IS_LATER_MILLISECONDS;
  const { action, userId, tokenId, predecessorId } = event;
  const user = await users.findUser(db, userId);
  if (!user || !isOlder(user)) return undefined;
  if (!Object.hasOwn(TOKEN_STEPS, action)) return USER_STEPS[action]?.(user, event);
  const token = await findToken(db, userId, action === 'token-rolled' ? predecessorId : tokenId);
  return token && isOlder(token) ? TOKEN_STEPS[action]?.(token, event) : undefined;
}

/** Whether the activity has the event, or a later one that counts instead. */
async function isRecorded(
  db: PrismaClient,
  { userId, action, at }: LoggedEvent,
  { isSo, undoneBy = action }: Step,
): Promise<boolean> {
  const since = new Date(at.getTime() - (isSo === undefined ? LINE_IS_LATER_MILLISECONDS : 0));
  const same = { action, at: { gte: since } };
  const later = { action: { in: [undoneBy, 'user-erased'] }, at: { gte: at } };
  return (await db.activity.count({ where: { userId, OR: [same, later] } })) > 0;
}

export interface Replayed {
  /** `lost`: it was made after the restored point, or the log doesn't say enough. */
  readonly outcome: 'done' | 'as before' | 'lost';
  readonly note?: string | undefined;
}

const ACTIONS = new Set(Object.keys({ ...USER_STEPS, ...TOKEN_STEPS }));

/** False for an event that leaves nothing behind, such as a sign-in. */
export const canReplay = ({ action }: LoggedEvent) => ACTIONS.has(action);

export async function replayEvent(
  actor: Actor,
  event: LoggedEvent,
  isDry: boolean,
): Promise<Replayed> {
  const step = await stepOf(actor.db, event);
  if (!step) return { outcome: 'lost', note: 'it was made after the restored point' };
  if (step.isSo || (await isRecorded(actor.db, event, step))) return { outcome: 'as before' };
  if (!step.apply) return { outcome: 'lost', note: step.note };
  const { origin } = actor;
  const atThen = origin.through === 'command' ? { ...origin, at: event.at } : origin;
  if (!isDry) await step.apply({ ...actor, origin: atThen });
  return { outcome: 'done', note: step.note };
}

/** The restore may have revived sessions: ends those not seen since the last event. Returns how many. */
export async function endSessionsBefore(db: PrismaClient, at: Date): Promise<number> {
  const deleteSome = () => db.$executeRaw`
    DELETE FROM sessions WHERE id = ANY(ARRAY(
      SELECT id FROM sessions WHERE seen_at <= ${at} ORDER BY seen_at LIMIT 1000))`;
  let ended = 0;
  for (let some = 1; some > 0; ended += some) some = await deleteSome();
  return ended;
}
