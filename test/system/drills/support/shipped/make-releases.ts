// Ships the made-up releases in copies by the versions page alone: what an engineer writes, and the commands of the page.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CLEAN_UP,
  FIRST_DAY,
  FIRST_EDITS,
  FIRST_MIGRATION,
  SECOND_DAY,
  SECOND_EDITS,
  SECOND_MIGRATION,
} from './changes.ts';
import { type Copy, makeCopy } from './copy.ts';

const LAST_DAY_OF_FIRST = '2028-09-02T00:00:00Z';

/** What was done, with its seconds, on stderr. */
async function step<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now();
  const value = await work();
  process.stderr.write(`${what}: ${Math.round((performance.now() - start) / 1000)} s\n`);
  return value;
}

const npm = (copy: Copy, ...words: readonly string[]) => copy.command('npm', 'run', '--silent', ...words);

/** The commands of the page after the edits, and what it says is missing then: nothing. */
async function finish(copy: Copy, day: string): Promise<void> {
  await npm(copy, 'format');
  await npm(copy, 'schema');
  await copy.command('npx', 'vitest', 'run', 'generated', '--project', 'postgres', '-u');
  await step(`${day}: npm run record`, () => npm(copy, 'record'));
  const state = await npm(copy, 'release');
  if (/^ {2}missing/m.test(state) || !state.includes('Next: npm test.'))
    throw new Error(`${day} lacks something:\n${state}`);
  await copy.commit(`Version ${day}`);
  process.stderr.write(`${state}\n${await copy.touched()}\n`);
}

/** The first release; the whole suite must be green in it. */
export async function makeFirst(base: Copy, { isTested }: { readonly isTested: boolean }): Promise<Copy> {
  const copy = await makeCopy(base.path);
  await npm(copy, 'release', '--', 'new', FIRST_DAY);
  await copy.edit(FIRST_EDITS);
  await npm(copy, 'generate');
  await copy.migrate(FIRST_MIGRATION.name, FIRST_MIGRATION.more);
  await finish(copy, FIRST_DAY);
  if (isTested) await step(`${FIRST_DAY}: npm test`, () => copy.command('npm', 'test'));
  return copy;
}

/** The second one on it; the recorded exchanges of both versions before are replayed. */
export async function makeSecond(first: Copy): Promise<Copy> {
  const copy = await makeCopy(first.path);
  await npm(copy, 'release', '--', 'new', SECOND_DAY);
  await copy.edit(SECOND_EDITS);
  const state = await npm(copy, 'release');
  if (!state.includes('the check constraint of images takes 5, the entry 7'))
    throw new Error(`The constraint is not told:\n${state}`);
  const migration = join(copy.path, 'prisma/migrations', SECOND_MIGRATION.name);
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), SECOND_MIGRATION.sql);
  await finish(copy, SECOND_DAY);
  await step(`${SECOND_DAY}: recorded exchanges, rehearsal, days`, () =>
    copy.command(
      'npx',
      'vitest',
      'run',
      '--project',
      'unit',
      '--project',
      'pglite',
      '--project',
      'releases',
      'test/system/contract',
      'test/system/releases',
      'test/sites/docs/every-day',
    ),
  );
  return copy;
}

/** The clean-up when the version before the first release has ended, by the list of `npm run release -- close`. */
export async function cleanUp(second: Copy, ended: string): Promise<Copy> {
  const copy = await makeCopy(second.path);
  const clock = join(copy.path, 'test/system/drills/support/shipped/clock.ts');
  const ahead = Date.parse(LAST_DAY_OF_FIRST) - Date.now();
  const list = await copy.command(
    'env',
    `CLOCK_OFFSET=${ahead}`,
    `NODE_OPTIONS=--import ${clock}`,
    'npm',
    'run',
    '--silent',
    'release',
    '--',
    'close',
    ended,
  );
  if (!/delete {2}`commodity_code` of a product/.test(list))
    throw new Error(`The list lacks the withdrawn field:\n${list}`);
  process.stderr.write(`${list}\n`);
  await copy.edit(CLEAN_UP);
  await npm(copy, 'generate');
  await npm(copy, 'schema');
  await copy.command('npx', 'vitest', 'run', '--project', 'unit', 'test/system/contract');
  await copy.commit(`Without ${ended}`);
  return copy;
}
