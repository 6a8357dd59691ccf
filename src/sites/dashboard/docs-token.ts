// Makes the token with which a page runs examples: JSON for its script, behind the session and the token of its forms.
import { renewDocsToken } from '../../accounts/docs-token.ts';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';

/** What the script needs to send the form; other sites cannot read it. */
export const docsTokenForm: PageHandler = (c) => c.json({ formToken: c.get('user').formToken });

export const submitDocsToken: PageHandler = async (c) => {
  if (!c.get('user').session.isRecent) return c.json({ confirm: DASHBOARD_PATHS.confirm }, 403);
  const { config, versions } = c.env;
  const owner = { userId: c.get('user').id, environment: config.environment, version: versions.newest() };
  try {
    const { value } = await renewDocsToken(actorOf(c), owner);
    return c.json({ token: value });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return c.json({ error: error.message }, 409);
  }
};
