// The code of the guide on front ends is code that runs here: `npx vitest run front-end-guide -u` copies it anew.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const GUIDES = join(ROOT, 'src/sites/docs/guides');
const GUIDE = join(GUIDES, 'front-end.md');
const DOWNLOAD = join(GUIDES, 'back-office.tgz');
const APP = join(import.meta.dirname, 'back-office');

/** A block is a file, or a part of one between `#region name` and `#endregion`, whose lines share an indentation. */
const BLOCK = /^```(\S+\.tsx?)(?:: (.+))?\n([\s\S]*?)^```$/gm;
const REGION = /^( *)\/\/ #region (.+)\n([\s\S]*?)^ *\/\/ #endregion$/gm;

const guide = readFileSync(GUIDE, 'utf8');
const pathOf = (file: string) => join(file.startsWith('src/') ? APP : import.meta.dirname, file);
const regionsOf = (file: string) =>
  [...readFileSync(pathOf(file), 'utf8').matchAll(REGION)].map(([, margin, name = '', text = '']) => ({
    name,
    text: text.replaceAll(new RegExp(`^${margin}`, 'gm'), ''),
  }));

function textOf(file: string, region: string | undefined): string {
  if (region === undefined) return readFileSync(pathOf(file), 'utf8');
  const found = regionsOf(file).find(({ name }) => name === region);
  if (!found) throw new Error(`${file} has no region “${region}”`);
  return found.text;
}

test('each block of the guide names its file and has the text of it, or of a region', async () => {
  const cut = guide.replace(BLOCK, (_, file, region) => {
    const label = region === undefined ? file : `${file}: ${region}`;
    return `\`\`\`${label}\n${textOf(file, region)}\`\`\``;
  });
  await expect(cut).toMatchFileSnapshot(GUIDE);
  expect(guide.match(/^```\w.*$/gm)).toEqual(guide.match(/^```(?:Shell|\S+\.tsx?(?:: .+)?)$/gm));
});

test('each region is in the guide', () => {
  const files = [...globSync('src/**/*.{ts,tsx}', { cwd: APP }), ...globSync('*.ts', { cwd: import.meta.dirname })];
  const regions = files.flatMap((file) => regionsOf(file).map(({ name }) => `${file}: ${name}`));
  const shown = [...guide.matchAll(BLOCK)].flatMap(([, file, region]) => (region ? [`${file}: ${region}`] : []));
  expect(shown.toSorted()).toEqual(regions.toSorted());
});

test('packages have the versions that are tested here', () => {
  const tested = ['', 'test/clients', 'test/clients/back-office'].map((workspace) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'));
    return { ...dependencies, ...devDependencies };
  });
  const versions: Record<string, string> = Object.assign({}, ...tested);
  const texts = globSync('*.md', { cwd: GUIDES }).map((file) => readFileSync(join(GUIDES, file), 'utf8'));
  const named = texts.flatMap((text) => [...text.matchAll(/ ((?:@[\w-]+\/)?[\w.-]+)@(\d[\w.-]*)/g)]);
  expect(named.length).toBeGreaterThan(3);
  for (const [, name = '', version] of named) expect(`${name} ${version}`).toBe(`${name} ${versions[name]}`);
  expect(guide).toContain(
    `React ${major('react')}, Apollo Client ${major('@apollo/client')}, TypeScript ${versions.typescript?.replace(/\.\d+$/, '')}`,
  );
  function major(name: string) {
    return versions[name]?.split('.')[0];
  }
});

test('the download has the files of the back office as they are: `npm run back-office` packs it anew', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'back-office-'));
  try {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', directory], { cwd: APP });
    const packed = gunzipSync(readFileSync(join(directory, stdout.trim())));
    expect(packed.equals(gunzipSync(readFileSync(DOWNLOAD)))).toBe(true);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('the download compiles, and builds, with the packages that it names', async () => {
  const trial = await mkdtemp(join(import.meta.dirname, '.trial-'));
  try {
    await mkdir(join(trial, 'back-office'));
    await run('tar', ['xzf', DOWNLOAD, '-C', join(trial, 'back-office'), '--strip-components=1']);
    const cwd = join(trial, 'back-office');
    const { scripts, devDependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    const PATH = [join(import.meta.dirname, 'node_modules/.bin'), join(ROOT, 'node_modules/.bin'), process.env.PATH];
    const env = { ...process.env, PATH: PATH.join(':'), VITE_GRAPHQL_URL: 'https://api.example.com/graphql' };
    expect((await run('tsc', ['--version'], { cwd, env })).stdout.trim()).toBe(`Version ${devDependencies.typescript}`);
    await run('sh', ['-c', scripts.build], { cwd, env });
    expect(globSync('dist/assets/*.js', { cwd })).toHaveLength(1);
  } finally {
    await rm(trial, { recursive: true });
  }
});
