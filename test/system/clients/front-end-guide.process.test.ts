// The code in guides is code that runs here: `npx vitest run front-end-guide -u` copies it again.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import * as operations from './operations.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDES = join(ROOT, 'src/sites/docs/guides');

const BLOCK = /^```(\S+\.(?:ts|py|php))\n([\s\S]*?)^```$/gm;

const guides = ['front-end', 'clients', 'retries'].map((id) => {
  const path = join(GUIDES, `${id}.md`);
  return { id, path, text: readFileSync(path, 'utf8') };
});

const contentOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

test.each(guides)(
  'each block of $id names its file and contains its code',
  async ({ path, text }) => {
    const copied = text.replace(
      BLOCK,
      (_, file) => `\`\`\`${file}\n${contentOf(file)}\`\`\``,
    );
    await expect(copied).toMatchFileSnapshot(path);
    const labels = text
      .match(/^```[^\n]+$/gm)
      ?.filter((label) => !/^```(?:Shell|TypeScript|Python|PHP|example)\b/.test(label));
    expect(labels).toHaveLength([...text.matchAll(BLOCK)].length);
  },
);

test('each client is in a guide', () => {
  const shown = guides.flatMap(({ text }) =>
    [...text.matchAll(BLOCK)].map(([, file]) => file),
  );
  const clients = globSync('*-client.ts', { cwd: import.meta.dirname });
  expect(shown).toEqual(expect.arrayContaining(clients));
});

test('operations read a revision only with every field that the form edits (D41)', () => {
  const definitions = new Set(
    Object.values(operations).flatMap(({ definitions }) => definitions.map(print)),
  );
  const withRevision = [...definitions].filter((text) => /\brevision\b/.test(text));
  expect(withRevision).toEqual([expect.stringMatching(/^fragment EditedProduct /)]);
});

test('packages have the versions that are tested here', () => {
  const versions: Record<string, string> = Object.assign(
    {},
    ...['.', 'test/system/clients'].flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      return [manifest.dependencies, manifest.devDependencies];
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
});
