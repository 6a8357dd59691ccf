// The back office, built and served on one origin, and the service behind a proxy on another, in a real browser.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { preview } from 'vite';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import { runCommand, type Service, startService } from '../../../../process/service.ts';
import { overflowing, violations } from '../../../../sites/looks.ts';
import { browser } from '../../../../support/browser.ts';
import { freshPostgres } from '../../../../support/database.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';
import { startLosingProxy } from '../../losing-proxy.ts';

const root = join(import.meta.dirname, '..');
const VITE = join(root, '../../../../node_modules/vite/bin/vite.js');
const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true };

/** Creates of a user in a window: more than a scenario needs, and few enough to be used up at once. */
export const BUDGET = 20;
const WINDOW_SECONDS = 8;

async function build(graphqlUrl: string) {
  const outDir = await mkdtemp(join(tmpdir(), 'back-office-'));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, VITE_GRAPHQL_URL: graphqlUrl };
  await promisify(execFile)(process.execPath, [VITE, 'build', '--outDir', outDir], { cwd: root, env });
  return outDir;
}

export async function openBackOffice() {
  if (!browser) throw new Error('No Chromium starts here');
  let service: Service | undefined;
  const proxy = await startLosingProxy(() => service?.origin ?? '');
  const outDir = await build(`${proxy.origin}/graphql`);
  const site = await preview({ root, build: { outDir }, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'silent' });
  const origin = site.resolvedUrls?.local[0] ?? '';
  const postgres = await freshPostgres();
  const variables = { DATABASE_URL: postgres.url };
  const demo = JSON.parse((await runCommand('src/commands/seed.ts', ['--json'], variables)).stdout);
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const databaseProxy = await startTcpProxy(postgres.url);
  service = await startService({
    DATABASE_URL: databaseProxy.url,
    CORS_ORIGINS: new URL(origin).origin,
    RATE_LIMIT_POINTS: String(BUDGET),
    RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
  });

  /** A phone on which nobody is signed in yet. */
  async function phone(path = ''): Promise<Page> {
    const context = await browser?.newContext(PHONE);
    const page = await context?.newPage();
    if (!page) throw new Error('The browser has no page');
    onTestFinished(() => page.context().close());
    await page.goto(`${origin}#${path}`);
    return page;
  }
  /** A phone on which the person has a screen open. */
  async function open(token: string, path: string): Promise<Page> {
    const page = await phone(path);
    await signIn(page, token);
    return page;
  }
  return {
    demo,
    db: database.db,
    proxy,
    /** Between the service and its database. */
    databaseProxy,
    phone,
    open,
    graphqlUrl: `${proxy.origin}/graphql`,
    async close() {
      await site.close();
      proxy.close();
      await service?.stop();
      await databaseProxy.close();
      await database.close();
      await postgres.drop();
      await rm(outDir, { recursive: true });
    },
  };
}

export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('API token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** The words that the screen says now. */
export const alert = (page: Page) => page.getByRole('alert');

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** The screen as it is now has no barrier, and fits. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
}
