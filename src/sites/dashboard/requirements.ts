// What requests need before their page: a turn, a form of this session, a token of the user.
import { HTTPException } from 'hono/http-exception';
import { findToken } from '../../accounts/tokens.ts';
import { Slot, Slots } from '../../fairness/slots.ts';
import { parseId } from '../../operation/id.ts';
import { busy } from '../../operation/operation-failure.ts';
import type { Middleware } from './context.ts';
import { hasFormToken, readForm } from './read-form.ts';

/**
 * One page per user at a time. For some users a page reads thousands of rows in several statements, and two of them
 * would take every connection of the pool from other requests.
 */
export function onePageOfUser(): Middleware {
  const slots = new Slots({ perUser: 1 });
  return async (c, next) => {
    const slot = new Slot(slots, { userId: c.var.user.id });
    if (!(await slot.take())) throw busy('user_slots');
    try {
      await next();
    } finally {
      slot.end();
    }
  };
}

export const requireFormToken: Middleware = async (c, next) => {
  const form = await readForm(c);
  if (!hasFormToken(form, c.var.user.formToken)) throw new HTTPException(403);
  c.set('form', form);
  await next();
};

/** Limits the tokens of a user, which are kept after their end. Revoking is never rejected. */
export const ACTS = { name: 'token-acts', points: 500, windowSeconds: 3_600 };

export const takeAct: Middleware = async (c, next) => {
  await c.env.acts.consume(c.var.user.id);
  return next();
};

/** Sets the token that the path names; 404 if the user doesn't have it. */
export const requireToken: Middleware = async (c, next) => {
  const id = parseId(c.req.param('id'));
  const token = id !== undefined && (await findToken(c.env.db, c.var.user.id, id));
  if (!token) return c.notFound();
  c.set('token', token);
  return next();
};
