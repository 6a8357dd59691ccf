// A headless Chromium that renders pages: the one of the npm package, else an installed one, else none.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { type Executable, unpackChromium } from './packed-chromium.ts';

/** Quiet, without a sandbox (CI runs as root), and with every rule of the web that pages rely on. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Undefined if no browser here renders a form. */
export async function launchChromium(): Promise<Browser | undefined> {
  for await (const executable of executables()) {
    const browser = await launch(executable).catch(() => undefined);
    if (browser) return browser;
  }
  return undefined;
}

async function* executables(): AsyncGenerator<Executable> {
  const packed = await unpackChromium().catch(() => undefined);
  if (packed) yield packed;
  for (const executablePath of INSTALLED) if (existsSync(executablePath)) yield { executablePath };
}

async function launch({ executablePath, env }: Executable): Promise<Browser> {
  const inherited = process.env as Record<string, string>;
  const browser = await chromium.launch({ executablePath, args: ARGS, env: { ...inherited, ...env } });
  try {
    await renderForm(browser);
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Rejects where Chromium starts but ends at its first page with a form, as it does without a font. */
async function renderForm(browser: Browser): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Form</title><form><input name="name"><button>Send</button></form>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.getByRole('textbox').fill('Name');
    await page.screenshot();
    await page.close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
