// The dashboard in a real browser, on a server for all tests of a file.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { signInLinkUrl } from '../../../src/accounts/sign-in-links.ts';
import { createTestApp } from '../../support/app.ts';
import { newLink } from '../../support/operator.ts';
import { serve } from '../../support/serve.ts';
import { pressButton, visit } from '../visit.ts';

export async function openDashboard() {
  const app = await serve((publicOrigin) => createTestApp({ config: { publicOrigin } }));
  afterAll(app.close);
  let people = 0;

  /** A user who has a product. */
  async function owner(name = 'Olivia Owner') {
    const email = `visitor-${++people}@example.com`;
    const permissions = ['READ' as const, 'WRITE' as const];
    const { id } = await app.db.user.create({ data: { email, name, permissions } });
    return { id, email, productId: (await app.product({}, id)).id };
  }

  const linkFor = async ({ id }: { readonly id: number }) =>
    signInLinkUrl(app.origin, await newLink(app.db, id));

  return {
    app,
    owner,
    linkFor,
    open: (options?: BrowserContextOptions) => visit(app.origin, '/dashboard', options),
    async signIn(page: Page, person: { readonly id: number }) {
      await page.goto(await linkFor(person));
      await pressButton(page, 'Sign in');
      await page.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    },
  };
}
