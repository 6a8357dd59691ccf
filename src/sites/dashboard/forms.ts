// The dashboard's forms: their fields, read within a size limit; the token that ties each form to a cookie of the same
// browser; and the field markup: label, hint, error, control.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { BodyReading, createBodyRoom } from '../../fairness/bodies.ts';
import type { Html } from '../pages/frame.ts';

/** More than any dashboard form needs; it also bounds the number of fields. */
const MAX_BYTES = 16 * 1024;
/** No form is large enough to need room. */
const ROOM = createBodyRoom();
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Form = Readonly<Record<string, string>>;

/** A form's fields, the last one of each name. @throws {HTTPException} 400, 413, 415 */
export async function readForm({ req }: Context): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const body = await new BodyReading(ROOM, 0).read(req.raw, MAX_BYTES);
  if (body === 'tooLarge') throw new HTTPException(413);
  if (body === 'brokenOff') throw new HTTPException(400);
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/**
 * Another site can send a form with the cookie, but can read neither the cookie nor a page. Other checks have gaps:
 * browsers send no Sec-Fetch-Site over plain HTTP on a LAN, SameSite accepts sibling hosts and other ports, and a proxy
 * may rewrite the Host that Origin would be compared to.
 */
export const deriveFormToken = (cookie: string) =>
  createHash('sha256').update(`form ${cookie}`).digest('base64url');

export function hasFormToken(form: Form, formToken: string): boolean {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const hiddenField = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const formTokenField = (formToken: string) => hiddenField('form_token', formToken);

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | false | undefined;
  readonly isGroup?: boolean;
}

/** A control's attributes: its descriptions, and the focus if it has an error. */
export function described({ id, hint, error }: Omit<Field, 'label'>, isFocused = false): Html {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}${(error || isFocused) && html` autofocus`}`;
}

export const field = ({ id, label, hint, error, isGroup }: Field, control: Html): Html =>
  html`<div class="field"${isGroup && html` role="radiogroup" aria-labelledby="${id}-label"${hint && html` aria-describedby="${id}-hint"`}`}>
${isGroup ? html`<span class="label" id="${id}-label">${label}</span>` : html`<label for="${id}">${label}</label>`}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<div class="control">${error && html`<p class="note error" role="alert" id="${id}-error">${error}</p>`}
${control}</div>
</div>`;

/** A focused error above the fields that doesn't belong to a single one. */
export const generalFault = (error: string): Html =>
  html`<p class="note error" role="alert" tabindex="-1" autofocus>${error}</p>`;

interface PasswordField extends Omit<Field, 'isGroup'> {
  readonly autocomplete: 'current-password' | 'new-password';
  readonly minLength?: number;
  readonly maxLength: number;
  readonly isFocused?: boolean;
}

/** A script adds the button that shows the password. */
export const passwordField = ({
  autocomplete,
  minLength,
  maxLength,
  isFocused,
  ...given
}: PasswordField): Html =>
  field(
    given,
    html`<div class="copy"><input id="${given.id}" type="password" name="${given.id}" autocomplete="${autocomplete}" required${minLength && html` minlength="${minLength}"`} maxlength="${maxLength}"${described(given, isFocused)}><button type="button" class="quiet" data-reveal="${given.id}" hidden>Show<span class="visually-hidden"> “${given.label}”</span></button></div>`,
  );

/** The account a form's passwords belong to, for password managers. */
export const usernameField = (email: string): Html =>
  html`<input name="username" value="${email}" autocomplete="username" readonly hidden>`;
