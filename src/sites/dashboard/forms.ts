// The forms of the dashboard: their fields, read within a bound, and the token that ties each to a cookie of the same browser.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { BodyReading, BodyRoom } from '../../http/body-room.ts';

/** More than any form of the dashboard; it bounds the number of fields too. */
const MAX_BYTES = 16 * 1024;
/** No form is so large that it needs room. */
const ROOM = new BodyRoom();
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Form = Readonly<Record<string, string>>;

/** The fields of a form, the last one of each name. @throws {HTTPException} 400, 413, 415 */
export async function readForm({ req }: Context): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const body = await new BodyReading(ROOM, 0).read(req.raw, MAX_BYTES);
  if (body === 'tooLarge') throw new HTTPException(413);
  if (body === 'brokenOff') throw new HTTPException(400);
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/**
 * Another site can send a form with the cookie, but can read neither the cookie nor a page. Other checks have gaps: browsers
 * send no Sec-Fetch-Site over plain HTTP on a LAN, SameSite accepts sibling hosts and other ports, and a proxy may rewrite
 * the Host with which Origin would be compared.
 */
export const deriveFormToken = (cookie: string) => createHash('sha256').update(`form ${cookie}`).digest('base64url');

export function hasFormToken(form: Form, formToken: string): boolean {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const formTokenField = (formToken: string) => html`<input type="hidden" name="form_token" value="${formToken}">`;
