// What the script of a page with examples needs to request a token; other sites can't read it.
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { renewDocsToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { newTokenOf } from './create-token.ts';

export const docsTokenForm: PageHandler = (c) => c.json({ formToken: c.var.user.formToken });

export const submitDocsToken: PageHandler = async (c) => {
  if (!c.var.user.session.isRecent) return c.json({ confirm: DASHBOARD_PATHS.confirm }, 403);
  try {
    const { value } = await renewDocsToken(actorOf(c), newTokenOf(c));
    return c.json({ token: value });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return c.json({ error: error.message }, 409);
  }
};
