// The dashboard in a real browser, on a server for all tests of a file.
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll } from 'vitest';
import { budget, createTestApp } from '../../support/app.ts';
import { serve } from '../../support/serve.ts';
import { visit } from '../visit.ts';
import { PASSWORD, QUICK_HASH } from './visitor.ts';

export async function openDashboard() {
  const app = await serve((publicOrigin) =>
    createTestApp({ config: { publicOrigin, signIn: budget() } }),
  );
  afterAll(app.close);
  let people = 0;

  /** A user who has a product. */
  async function owner(name = 'Olivia Owner') {
    const email = `visitor-${++people}@example.com`;
    const permissions = ['READ' as const, 'WRITE' as const];
    const data = { email, name, permissions, passwordHash: QUICK_HASH };
    const { id } = await app.db.user.create({ data });
    return { id, email, password: PASSWORD, productId: (await app.product({}, id)).id };
  }

  return {
    app,
    owner,
    open: (options?: BrowserContextOptions) => visit(app.origin, '/dashboard', options),
    /** Makes every sign-in too old for creating a token. */
    ageSessions: () =>
      app.db
        .$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes', authenticated_at = NULL`,
  };
}
