// What requests need before their page: a turn, a form of this browser, within a size limit, a token of the user.
import { hash, timingSafeEqual } from 'node:crypto';
import { HTTPException } from 'hono/http-exception';
import { findToken } from '../../accounts/tokens.ts';
import { BodyReading, createBodyRoom } from '../../fairness/bodies.ts';
import { inSlot } from '../../fairness/slots.ts';
import { bodyFailure } from '../../http/json-body.ts';
import { parseId } from '../../operation/id.ts';
import type { Form, Middleware, PageContext } from './context.ts';

export const onePageOfUser: Middleware = (c, next) =>
  inSlot(c.env.pages, c.var.user.id, 'user_slots', next);

/** More than any dashboard form needs; it also bounds the number of fields. */
const MAX_BYTES = 16 * 1024;
/** No form is large enough to need room. */
const ROOM = createBodyRoom();
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

/** A form's fields, the last one of each name. @throws {HTTPException} 415 @throws {OperationFailure} */
export async function readForm({ req }: PageContext): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const body = await new BodyReading(ROOM, 0).read(req.raw, MAX_BYTES);
  if (typeof body === 'string') throw bodyFailure(body);
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/**
 * Another site can send a form with the cookie, but can read neither the cookie nor a page. Other checks have gaps:
 * browsers send no Sec-Fetch-Site over plain HTTP on a LAN, SameSite accepts sibling hosts and other ports, and a proxy
 * may rewrite the Host that Origin would be compared to.
 */
export const deriveFormToken = (cookie: string) =>
  hash('sha256', `form ${cookie}`, 'base64url');

export function hasFormToken(form: Form, formToken: string) {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const requireFormToken: Middleware = async (c, next) => {
  const form = await readForm(c);
  if (!hasFormToken(form, c.var.user.formToken)) throw new HTTPException(403);
  c.set('form', form);
  await next();
};

/** Sets the token that the path names; 404 if the user doesn't have it. */
export const requireToken: Middleware = async (c, next) => {
  const id = parseId(c.req.param('id'));
  const token = id !== undefined && (await findToken(c.env.db, c.var.user.id, id));
  if (!token) return c.notFound();
  c.set('token', token);
  return next();
};
