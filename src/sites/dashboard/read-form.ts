// Reads the dashboard's forms within a size limit, and ties each to a cookie of the same browser by its token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { BodyReading, createBodyRoom } from '../../fairness/bodies.ts';
import { OperationFailure } from '../../operation/operation-failure.ts';

/** More than any dashboard form needs; it also bounds the number of fields. */
const MAX_BYTES = 16 * 1024;
/** No form is large enough to need room. */
const ROOM = createBodyRoom();
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Form = Readonly<Record<string, string>>;

/** A form's fields, the last one of each name. @throws {HTTPException} 400, 413, 415 @throws {OperationFailure} */
export async function readForm({ req }: Context): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const body = await new BodyReading(ROOM, 0).read(req.raw, MAX_BYTES);
  if (body === 'tooLarge') throw new HTTPException(413);
  if (body === 'tooSlow') throw new OperationFailure({ kind: 'tooSlow' });
  if (body === 'brokenOff') throw new HTTPException(400);
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/**
 * Another site can send a form with the cookie, but can read neither the cookie nor a page. Other checks have gaps:
 * browsers send no Sec-Fetch-Site over plain HTTP on a LAN, SameSite accepts sibling hosts and other ports, and a proxy
 * may rewrite the Host that Origin would be compared to.
 */
export const deriveFormToken = (cookie: string) =>
  hash('sha256', `form ${cookie}`, 'base64url');

export function hasFormToken(form: Form, formToken: string): boolean {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
