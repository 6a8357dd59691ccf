// The forms that rename a token and revoke it, the second on a page that names it.
import { html } from 'hono/html';
import { listUsableOldValues } from '../../accounts/token-list.ts';
import { renameToken, revokeToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { expiry, maskedValue, tokenFacts } from './token-facts.ts';
import { nameField, respondForm, tokenForm } from './token-form.ts';

export const renameTokenForm = tokenForm(
  (c, { name = c.var.token.name }, error) =>
    respondForm(c, {
      title: 'Rename token',
      error,
      content: nameField(name, error),
      button: html`<button type="submit">Rename</button>`,
    }),
  async (c) => {
    const { id, userId } = c.var.token;
    await renameToken(actorOf(c), userId, id, c.var.form.name ?? '');
    return c.redirect(DASHBOARD_PATHS.token(id), 303);
  },
);

export const revokeTokenPage: PageHandler = async (c) => {
  const { token, now } = c.var;
  if (token.revokedAt) return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
  const old = await listUsableOldValues(c.env.db, token, now);
  return respondForm(c, {
    title: `Revoke “${token.name}”?`,
    content: html`
${tokenFacts(c)}
<p>Apps that use this value lose access immediately. You can’t undo this.</p>
${old.length > 0 && oldValuesField(old)}`,
    button: html`<button type="submit" class="danger">Revoke token</button>`,
  });
};

/** Whoever revokes a token because it leaked must not leave the value before it. */
const oldValuesField = (old: readonly TokenRow[]) => html`
<div class="field">
  <label class="choice">
    <input type="checkbox" name="old_values" value="yes" checked>
    Revoke the old value${old.length > 1 && 's'} too
  </label>
  ${old.map((token) => html`<p class="hint">${maskedValue(token)} works until ${expiry(token)} UTC.</p>`)}
</div>`;

export const submitRevocation: PageHandler = async (c) => {
  const { token, form, now } = c.var;
  const old = form.old_values ? await listUsableOldValues(c.env.db, token, now) : [];
  for (const { id, userId } of [token, ...old]) await revokeToken(actorOf(c), userId, id);
  return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=${token.id}`, 303);
};
