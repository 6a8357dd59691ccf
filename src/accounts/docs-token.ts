// The token with which a person runs examples: one for each person, for a day; another one takes its place in the same row.

import { DAY_MILLISECONDS } from '../time.ts';
import { lockTokens, requireRoom } from './issue-token.ts';
import { type Actor, act } from './security-events.ts';
import { stateOf } from './token-state.ts';
import { type NewToken, newTokenRow } from './tokens.ts';

const NAME = 'Examples of the docs';

type Owner = Pick<NewToken, 'userId' | 'environment' | 'version'>;

/**
 * The value before is refused from now on, also if it was revoked. A token that was rolled stays as it is, with its history.
 * @throws {TokenRefusedError} the user has too many usable tokens
 */
export async function renewDocsToken(actor: Actor, owner: Owner) {
  const { userId } = owner;
  const formKey = `docs ${userId}`;
  return act(actor, async (tx, note) => {
    const now = await lockTokens(tx, userId);
    const expiresAt = new Date(now.getTime() + DAY_MILLISECONDS);
    const { value, row } = newTokenRow({ ...owner, name: NAME, formKey, expiresAt });
    const old = await tx.apiToken.findUnique({
      where: { formKey },
      select: { id: true, revokedAt: true, expiresAt: true, successor: { select: { id: true } } },
    });
    if (!old || old.successor || stateOf(old, now) !== 'usable') await requireRoom(tx, userId, 'current', now);
    const select = { id: true };
    if (old?.successor) await tx.apiToken.update({ where: { id: old.id }, data: { formKey: null } });
    // The tokens of the user are locked. An upsert would need an index of all form keys, the nulls too.
    const { id } =
      old && !old.successor
        ? await tx.apiToken.update({ where: { id: old.id }, data: { ...row, createdAt: now, revokedAt: null }, select })
        : await tx.apiToken.create({ data: row, select });
    await note({ action: 'token-created', userId, token: { id, name: NAME } });
    return { value };
  });
}
