// Signs in the demo owner, by a button that only this machine gets.
import type { PageHandler } from './context.ts';
import { safePath } from './next-page.ts';
import { beginSession, readSignInForm } from './session.ts';
import { FORM_EXPIRED, findDemoOwner, respondSignIn } from './sign-in-page.ts';

export const submitDemoSignIn: PageHandler = async (c) => {
  const form = await readSignInForm(c);
  if (!form) return respondSignIn(c, { status: 403, error: FORM_EXPIRED });
  const owner = await findDemoOwner(c);
  const isSignedIn = owner && (await beginSession(c, { method: 'demo', userId: owner.id }));
  return isSignedIn ? c.redirect(safePath(form.next), 303) : c.notFound();
};
