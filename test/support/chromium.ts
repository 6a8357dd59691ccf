// A headless Chromium: the one in the npm package, else one that is installed, else none.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

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
];

/** The packed browser is unpacked once, and moved to its place when it is whole. */
const UNPACKED = join(import.meta.dirname, '../../node_modules/.cache/chromium');

/** Undefined where no browser starts here. */
export async function launchChromium(): Promise<Browser | undefined> {
  for (const find of [
    unpacked,
    ...INSTALLED.map((path) => async () => (existsSync(path) ? { path, env: {} } : undefined)),
  ]) {
    try {
      const found = await find();
      if (!found) continue;
      const env = { ...(process.env as Record<string, string>), ...found.env };
      return await chromium.launch({ executablePath: found.path, args: ARGS, env });
    } catch {
      // The next one may start.
    }
  }
  return undefined;
}

interface Found {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The package is for x64 Linux and brings the libraries that a bare machine lacks. */
async function unpacked(): Promise<Found | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(UNPACKED)) await unpack();
  const libraries = join(UNPACKED, 'al2023/lib');
  const path = [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { path: join(UNPACKED, 'chromium'), env: { LD_LIBRARY_PATH: path, FONTCONFIG_PATH: join(UNPACKED, 'fonts') } };
}

async function unpack(): Promise<void> {
  const { TMPDIR } = process.env;
  const directory = await mkdtemp(join(tmpdir(), 'chromium-'));
  try {
    process.env.TMPDIR = directory; // where the package unpacks to
    const { inflate } = await import('@sparticuz/chromium');
    const bin = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/bin');
    for (const file of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(join(bin, file));
    await mkdir(join(UNPACKED, '..'), { recursive: true });
    await cp(directory, `${UNPACKED}.new`, { recursive: true });
    await rename(`${UNPACKED}.new`, UNPACKED);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(directory, { recursive: true, force: true });
  }
}
