// The token in every form that ties it to a cookie of the same browser: the defence against cross-site request forgery.
import { createHash, timingSafeEqual } from 'node:crypto';
import { html } from 'hono/html';
import type { Form } from './forms.ts';

/**
 * Another site can send a form with our cookies, but can read neither them nor our pages. This also holds where other
 * checks fail: plain HTTP on a LAN has no Sec-Fetch-Site, other ports and sibling hosts pass SameSite, and a proxy may
 * rewrite the Host that an Origin would be compared with.
 */
export const formTokenOf = (cookie: string) => createHash('sha256').update(`form ${cookie}`).digest('base64url');

export function hasFormToken(form: Form, formToken: string): boolean {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const formTokenField = (formToken: string) => html`<input type="hidden" name="form_token" value="${formToken}">`;
