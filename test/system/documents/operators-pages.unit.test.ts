// The operators' pages only show service commands that exist.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../deploy/deploy-files.ts';
import { DOCUMENTS } from './documents.ts';

test('a page that runs a command of the service names one that exists', () => {
  const texts = DOCUMENTS.flatMap(({ commands, codes }) => [...commands, ...codes]);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\bsrc\/command\.js ([\w-]+)/g)].map(([, name]) => name),
  );
  expect(new Set(names).size).toBeGreaterThan(2);
  expect(
    names.filter((name) => !existsSync(join(ROOT, 'src/commands', `${name}.ts`))),
  ).toEqual([]);
});
