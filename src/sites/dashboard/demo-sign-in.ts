// Signs in the demo owner, by a button that only this machine gets.
import type { PageHandler } from './context.ts';
import { safePath } from './next-page.ts';
import { readForm } from './read-form.ts';
import { beginSession, hasSignInFormToken } from './session.ts';
import { FORM_EXPIRED, findDemoOwner, respondSignIn } from './sign-in-page.ts';

export const submitDemoSignIn: PageHandler = async (c) => {
  const form = await readForm(c);
  const { next } = form;
  if (!hasSignInFormToken(c, form))
    return respondSignIn(c, { status: 403, error: FORM_EXPIRED, next });
  const owner = await findDemoOwner(c);
  const isSignedIn = owner && (await beginSession(c, { method: 'demo', userId: owner.id }));
  return isSignedIn ? c.redirect(safePath(next), 303) : c.notFound();
};
