// The code in the front-end guides is code that runs here: `npx vitest run front-end-guide -u` copies it again.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import * as documents from './back-office/src/generated/graphql.ts';
import { EMPTY } from './back-office/src/products/product-draft.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const GUIDES = join(ROOT, 'src/sites/docs/guides');
const APP = join(import.meta.dirname, 'back-office');

/** A block is a file, or a part of one between `#region name` and `#endregion` whose lines share an indentation. */
const BLOCK = /^```(\S+\.(?:tsx?|json|vue|html|py|php))(?:: (.+))?\n([\s\S]*?)^```$/gm;
const REGION = /^( *)\/\/ #region (.+)\n([\s\S]*?)^ *\/\/ #endregion$/gm;

const guides = ['front-end', 'clients', 'retries'].map((id) => {
  const path = join(GUIDES, `${id}.md`);
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([, file = '', region]) => ({ file, region }));
  return { id, path, text, blocks };
});
const blocks = guides.flatMap((guide) => guide.blocks);

const jsonOf = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const isOfApp = (file: string) => file.startsWith('src/');
/** Files of the app that guides show beside the reader's own. */
const SHARED = ['fetch-with-retries.ts'];
function contentOf(file: string) {
  const folder = SHARED.includes(file) ? join(APP, 'src/api') : import.meta.dirname;
  return readFileSync(join(isOfApp(file) ? APP : folder, file), 'utf8');
}
/** The regions' code by name. */
const regionsOf = (file: string) =>
  new Map(
    [...contentOf(file).matchAll(REGION)].map(([, margin, name, text = '']) => [
      name,
      text.replaceAll(new RegExp(`^${margin}`, 'gm'), ''),
    ]),
  );

function textOf(file: string, region: string | undefined): string {
  const text = region === undefined ? contentOf(file) : regionsOf(file).get(region);
  if (text === undefined) throw new Error(`${file} has no region “${region}”`);
  return text;
}

test.each(guides)(
  'each block of $id names its file and contains its code, or a region of it',
  async ({ path, text }) => {
    const cut = text.replace(BLOCK, (_, file, region) => {
      const label = region === undefined ? file : `${file}: ${region}`;
      return `\`\`\`${label}\n${textOf(file, region)}\`\`\``;
    });
    await expect(cut).toMatchFileSnapshot(path);
    const labels = text
      .match(/^```[^\n]+$/gm)
      ?.filter((label) => !/^```(?:Shell|TypeScript|Python|PHP|example)\b/.test(label));
    expect(labels).toHaveLength([...text.matchAll(BLOCK)].length);
  },
);

test('each region of the app, and each client, is in a guide', () => {
  const files = [
    ...globSync('src/**/*.{ts,tsx}', { cwd: APP }),
    ...globSync('*-client.ts', { cwd: import.meta.dirname }),
  ];
  const parts = files.flatMap((file) => {
    const regions = [...regionsOf(file).keys()].map((name) => `${file}: ${name}`);
    return isOfApp(file) ? regions : [file];
  });
  const shown = blocks.map(({ file, region }) => (region ? `${file}: ${region}` : file));
  expect(shown).toEqual(expect.arrayContaining(parts));
});

test("only the form's fragment reads a revision, along with every field that the form edits (D41)", () => {
  const definitions = Object.values(documents).flatMap((document) =>
    document.definitions.map(print),
  );
  const [reader = '', ...others] = new Set(
    definitions.filter((text) => /\brevision\b/.test(text)),
  );
  expect([reader, others]).toEqual([expect.stringMatching(/^fragment EditedProduct /), []]);
  expect(reader.match(/\w+/g)).toEqual(expect.arrayContaining(Object.keys(EMPTY)));
});

test('packages have the versions that are tested here', () => {
  const versions: Record<string, string> = Object.assign(
    {},
    ...['.', 'test/system/clients', 'test/system/clients/back-office'].flatMap((folder) => {
      const { dependencies, devDependencies } = jsonOf(join(ROOT, folder, 'package.json'));
      return [dependencies, devDependencies];
    }),
  );
  const texts = globSync('*.md', { cwd: GUIDES }).map((file) =>
    readFileSync(join(GUIDES, file), 'utf8'),
  );
  const named = texts.flatMap((text) => [
    ...text.matchAll(/ ((?:@[\w-]+\/)?[\w.-]+)@(\d[\w.-]*)/g),
  ]);
  expect(named.length).toBeGreaterThan(3);
  for (const [, name = '', version] of named)
    expect(`${name} ${version}`).toBe(`${name} ${versions[name]}`);
  const line = (name: string, parts: number) =>
    versions[name]?.split('.').slice(0, parts).join('.');
  const words = `React ${line('react', 1)}, Apollo Client ${line('@apollo/client', 1)}, TypeScript ${line('typescript', 2)}`;
  expect(guides[0]?.text).toContain(words);
});

test('a copy of the app compiles and builds, and so do the files of the guides beside it', async () => {
  await using directory = await mkdtempDisposable(join(import.meta.dirname, '.trial-'));
  const cwd = directory.path;
  await cp(APP, cwd, {
    recursive: true,
    filter: (path) => !path.includes('node_modules', APP.length),
  });
  const beside = blocks.filter(({ file }) => !isOfApp(file));
  for (const { file, region } of beside) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), textOf(file, region));
  }
  const settings = jsonOf(join(cwd, 'tsconfig.json'));
  const include = [
    'src',
    ...beside.map(({ file }) => file).filter((file) => file.endsWith('.ts')),
  ];
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ ...settings, include }));
  const { scripts, devDependencies } = jsonOf(join(cwd, 'package.json'));
  const PATH = [
    join(import.meta.dirname, 'node_modules/.bin'),
    join(ROOT, 'node_modules/.bin'),
    process.env.PATH,
  ];
  const env = {
    ...process.env,
    PATH: PATH.join(':'),
    VITE_GRAPHQL_URL: 'https://api.example.com/graphql',
  };
  expect((await run('tsc', ['--version'], { cwd, env })).stdout.trim()).toBe(
    `Version ${devDependencies.typescript}`,
  );
  await run('sh', ['-c', scripts.build], { cwd, env });
  expect(globSync('dist/assets/*.js', { cwd })).toHaveLength(1);
});
