// Forms: their bodies, bounded, and the token that ties each to the session of its page.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';

const MAX_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

export type Form = Readonly<Record<string, string>>;

/** The fields of a form; the last of a name counts. */
export async function readForm({ req }: Context): Promise<Form> {
  if (!FORM_TYPE.test(req.header('content-type') ?? '')) throw new HTTPException(415);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new HTTPException(413);
    chunks.push(chunk);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
}

/** Derived from the value of a cookie that no script and no other site can read. */
export const formTokenOf = (cookie: string) => createHash('sha256').update(`form ${cookie}`).digest('base64url');

export function isFormOf(formToken: string, form: Form): boolean {
  const [given, expected] = [Buffer.from(form.form_token ?? ''), Buffer.from(formToken)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const formTokenField = (formToken: string) => html`<input type="hidden" name="form_token" value="${formToken}">`;
