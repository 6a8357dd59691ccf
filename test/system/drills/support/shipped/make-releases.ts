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
/** In the second copy the recorded exchanges of both versions before are replayed, and the days of the releases. */
const TESTS_OF_SECOND =
  'npx vitest run --project unit --project pglite --project releases test/system/contract test/system/releases test/sites/docs/every-day';

/** Runs a command, and tells its seconds on stderr. */
async function told(copy: Copy, command: string): Promise<void> {
  const start = performance.now();
  await copy.command(command);
  process.stderr.write(`${command}: ${Math.round((performance.now() - start) / 1000)} s\n`);
}

/** Runs a command whose output must have the text. */
async function telling(copy: Copy, command: string, text: RegExp): Promise<string> {
  const output = await copy.command(command);
  if (!text.test(output)) throw new Error(`${command} does not say ${text}:\n${output}`);
  return output;
}

/** The commands of the page after the edits; nothing is missing then. */
async function finish(copy: Copy, day: string): Promise<void> {
  await copy.command('npm run format && npm run schema && npx vitest run generated --project postgres -u');
  await told(copy, 'npm run record');
  const state = await telling(copy, 'npm run --silent release', /^Next: npm test\./m);
  await copy.commit(`Version ${day}`);
  process.stderr.write(`${state}\n${await copy.touched()}\n`);
}

/** The first release; the whole suite must be green in it. */
export async function makeFirst(cleanup: AsyncDisposableStack, base: Copy): Promise<Copy> {
  const copy = await makeCopy(cleanup, base.path);
  await copy.command(`npm run release -- new ${FIRST_DAY}`);
  await copy.edit(FIRST_EDITS);
  await copy.command('npm run generate');
  await copy.migrate(FIRST_MIGRATION.name, FIRST_MIGRATION.more);
  await finish(copy, FIRST_DAY);
  await told(copy, 'npm test');
  return copy;
}

/** The second one on it. */
export async function makeSecond(cleanup: AsyncDisposableStack, first: Copy): Promise<Copy> {
  const copy = await makeCopy(cleanup, first.path);
  await copy.command(`npm run release -- new ${SECOND_DAY}`);
  await copy.edit(SECOND_EDITS);
  await telling(copy, 'npm run --silent release', /the check constraint of images takes 5, the entry 7/);
  const migration = join(copy.path, 'prisma/migrations', SECOND_MIGRATION.name);
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), SECOND_MIGRATION.sql);
  await finish(copy, SECOND_DAY);
  await told(copy, TESTS_OF_SECOND);
  return copy;
}

/** The clean-up when the version before the first release has ended, by the list of `npm run release -- close`. */
export async function cleanUp(cleanup: AsyncDisposableStack, second: Copy, ended: string): Promise<Copy> {
  const copy = await makeCopy(cleanup, second.path);
  const clock = join(copy.path, 'test/system/drills/support/shipped/clock.ts');
  const ahead = Date.parse(LAST_DAY_OF_FIRST) - Date.now();
  const command = `CLOCK_OFFSET=${ahead} NODE_OPTIONS='--import ${clock}' npm run --silent release -- close ${ended}`;
  process.stderr.write(`${await telling(copy, command, /delete {2}`commodity_code` of a product/)}\n`);
  await copy.edit(CLEAN_UP);
  await copy.command('npm run generate && npm run schema && npx vitest run --project unit test/system/contract');
  await copy.commit(`Without ${ended}`);
  return copy;
}
