// The token in every form that ties it to a cookie of the same browser: the defence against cross-site request forgery.
import { createHash, timingSafeEqual } from 'node:crypto';
import { html } from 'hono/html';
import type { Form } from './read-form.ts';

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
