// A headless Chromium that renders pages, one per worker, which ends with the process: from the npm package
// @sparticuz/chromium, unpacked once below node_modules, with fonts; otherwise an installed one, or none.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { noteMissing } from './programs.ts';

/** Quiet, without a sandbox (CI runs as root), and with every web rule that pages rely on. */
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

async function* executables(): AsyncGenerator<Executable> {
  const packed = await unpackChromium().catch(() => undefined);
  if (packed) yield packed;
  for (const executablePath of INSTALLED)
    if (existsSync(executablePath)) yield { executablePath };
}

/** Undefined if Chromium doesn't start, or exits at its first page with a form, as it does without fonts. */
async function launch({ executablePath, env }: Executable): Promise<Browser | undefined> {
  const inherited = process.env as Record<string, string>;
  const options = { executablePath, args: ARGS, env: { ...inherited, ...env } };
  const launched = await chromium.launch(options).catch(() => undefined);
  try {
    const page = await launched?.newPage();
    await page?.setContent('<form><input name="name"><button>Send</button></form>');
    await page?.getByRole('textbox').fill('Name');
    await page?.screenshot();
    await page?.close();
    return launched;
  } catch {
    await launched?.close();
    return undefined;
  }
}

interface Executable {
  readonly executablePath: string;
  readonly env?: Readonly<Record<string, string>>;
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'];

/** The package's own fonts.conf only has directories below /tmp; Chromium without fonts exits at the first form. */
const FONTS_CONF = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Undefined unless on Linux x64, the package's only platform. It includes the libraries that a bare machine lacks. */
async function unpackChromium(): Promise<Executable | undefined> {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url);
  if (process.platform !== 'linux' || process.arch !== 'x64' || !manifest) return undefined;
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const directory = join(CACHE, `chromium-${version}`);
  if (!existsSync(directory)) await unpack(join(dirname(manifest), 'bin'), directory);
  const libraries = [join(directory, 'al2023/lib'), process.env.LD_LIBRARY_PATH];
  return {
    executablePath: join(directory, 'chromium'),
    env: {
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(directory, 'fonts.conf'),
      XDG_CACHE_HOME: join(directory, 'cache'),
    },
  };
}

/**
 * A rename makes the directory appear whole: an interrupted run leaves none, and the first of several test files
 * wins.
 */
async function unpack(archives: string, directory: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(`${directory}-`);
  try {
    await inflateInto(unfinished, archives);
    await writeFile(join(unfinished, 'fonts.conf'), FONTS_CONF);
    await rename(unfinished, directory).catch((error) => {
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** `inflate` writes to the process's temporary directory. */
async function inflateInto(directory: string, archives: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = directory;
  try {
    await Promise.all(ARCHIVES.map((archive) => inflate(join(archives, archive))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function launchFirst(): Promise<Browser | undefined> {
  for await (const executable of executables()) {
    const launched = await launch(executable);
    if (launched) return launched;
  }
  return undefined;
}

/** Undefined if none renders a form here. */
export const browser = await launchFirst();
if (!browser) noteMissing('a Chromium that starts here (apt-get install chromium)');
