// Renames a token.
import { html } from 'hono/html';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { renameToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { nameField, respondForm } from './token-form.ts';

/** The form is filled from the query, which has the values entered before a sign-in. */
export const renameTokenPage: PageHandler = (c) =>
  respondRenameForm(c, { name: c.req.query('name') ?? c.get('token').name });

export const submitRename: PageHandler = async (c) => {
  const { id: tokenId } = c.get('token');
  const { name = '' } = c.get('form');
  try {
    await renameToken(actorOf(c), c.get('user').id, tokenId, name);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return respondRenameForm(c, { name, error });
  }
  return c.redirect(DASHBOARD_PATHS.token(tokenId), 303);
};

const respondRenameForm = (c: PageContext, given: Parameters<typeof nameField>[0]) =>
  respondForm(c, {
    title: 'Rename token',
    action: DASHBOARD_PATHS.renameToken(c.get('token').id),
    error: given.error,
    content: nameField(given),
    button: html`<button type="submit">Rename</button>`,
  });
