// Files that tests name exist: a test that excludes, reads or replaces a file which has moved checks nothing.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../deploy/deploy-files.ts';

const tests = globSync('test/**/*.{ts,js,mjs}', {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)node_modules$|^test\/system\/clients\/generated$/.test(path),
});

/** A string that is a path from a folder of the repository to a file. */
const PATH =
  /['"`]((?:\.\.?\/)*(?:src|test|prisma|\.deploy|\.github)\/[\w./-]*\.\w{2,8})['"`]/g;

/** The packages below test/ have a folder src of their own, and a future release adds files. */
const placesOf = (test: string) => {
  const parts = dirname(test).split('/');
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
};

test('every file that a test names exists', () => {
  const missing = tests.flatMap((test) =>
    [...readFileSync(join(ROOT, test), 'utf8').matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !placesOf(test).some((place) => existsSync(join(ROOT, place, path))))
      .map((path) => `${test}: ${path}`),
  );
  expect(tests.length).toBeGreaterThan(400);
  expect(missing).toEqual([]);
});
