// Clean copies of the repository in which an engineer ships made-up releases by following the versions page: its
// edits and its commands.
import { exec } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CLEAN_UP,
  closed,
  type Edit,
  FIRST_DAY,
  FIRST_EDITS,
  FIRST_MIGRATION,
  SECOND_DAY,
  SECOND_EDITS,
  SECOND_MIGRATION,
} from './changes.ts';

const REPOSITORY = join(import.meta.dirname, '../../../../..');
const PACKAGES = ['node_modules', 'test/system/clients/node_modules'];
const MIGRATIONS = 'prisma/migrations';
const LONGEST_OUTPUT = 50_000_000;
const SHOWN = 6_000;
const AUTHOR = '-c user.name=x -c user.email=x@example.com';
/** What commands write. */
const WRITTEN = [
  'test/system/contract/*-*',
  'test/system/releases/examples.json',
  'src/openapi/recorded',
  'prisma/generated',
  'schema.graphql',
];

type Copy = Awaited<ReturnType<typeof makeCopy>>;

/** A clone of what is committed here, or in another copy; it uses the repository's packages. */
export async function makeCopy(cleanup: AsyncDisposableStack, of = REPOSITORY) {
  const path = await mkdtemp(join(tmpdir(), 'release-'));
  cleanup.defer(() => rm(path, { recursive: true, force: true }));

  /** Runs a shell command. @throws with the end of its output if it fails. */
  async function command(text: string): Promise<string> {
    const { VITEST: _, ...env } = process.env;
    const options = { cwd: path, env: { ...env, NO_COLOR: '1' }, maxBuffer: LONGEST_OUTPUT };
    try {
      const { stdout, stderr } = await promisify(exec)(text, options);
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${text} failed in ${path}:\n${(stdout + stderr).slice(-SHOWN)}`);
    }
  }
  await command(`git clone --quiet ${of} .`);
  // The links are not directories, which .gitignore lists.
  await writeFile(join(path, '.git/info/exclude'), 'node_modules\n');
  for (const packages of PACKAGES)
    await symlink(join(REPOSITORY, packages), join(path, packages));
  const first = (await command('git rev-parse HEAD')).trim();

  return {
    path,
    command,
    async edit(edits: readonly Edit[]): Promise<void> {
      for (const { file, at, before = '', instead = at } of edits) {
        const text = await readFile(join(path, file), 'utf8');
        if (text.split(at).length !== 2)
          throw new Error(`${file} has no place, or several, for an edit: ${at}`);
        const edited = text.replace(at, () => before + instead);
        await writeFile(join(path, file), edited);
      }
    },
    /** Writes the migration that the schema lacks, followed by more statements. */
    async migrate(name: string, more: string): Promise<void> {
      const known = new Set(await readdir(join(path, MIGRATIONS)));
      await command(`npm run migration -- --name ${name}`);
      const made =
        (await readdir(join(path, MIGRATIONS))).find((one) => !known.has(one)) ?? '';
      await writeFile(join(path, MIGRATIONS, made, 'migration.sql'), more, { flag: 'a' });
    },
    commit: (message: string) =>
      command(`git add --all && git ${AUTHOR} commit --quiet --message '${message}'`),
    /** The files and lines touched since the copy was made, except those that commands wrote. */
    touched: () =>
      command(
        `git diff --stat ${first} -- . ${WRITTEN.map((file) => `':!${file}'`).join(' ')}`,
      ),
  };
}

/** In the second copy the recorded exchanges of both previous versions are replayed, and the days of the releases. */
const TESTS_OF_SECOND =
  'npx vitest run --project unit --project pglite --project releases test/system/contract test/system/releases test/sites/docs/docs.unit';

/** Runs a command, and prints its seconds on stderr. */
async function told(copy: Copy, command: string): Promise<void> {
  const start = performance.now();
  await copy.command(command);
  process.stderr.write(`${command}: ${Math.round((performance.now() - start) / 1000)} s\n`);
}

/** They show what an entry or a recording lacks. */
const TESTS_OF_ENTRIES = 'npx vitest run --project unit test/system/contract';

/** The page's commands after the edits; nothing is missing then. */
async function finish(copy: Copy, day: string): Promise<void> {
  await copy.command(
    'npm run format && npm run schema && npx vitest run generated --project postgres -u',
  );
  await told(copy, 'npm run record');
  await copy.command(TESTS_OF_ENTRIES);
  await copy.commit(`Version ${day}`);
  process.stderr.write(`${await copy.touched()}\n`);
}

/** The first release; the whole suite must pass in it. */
export async function makeFirst(cleanup: AsyncDisposableStack, base: Copy): Promise<Copy> {
  const copy = await makeCopy(cleanup, base.path);
  await copy.edit(FIRST_EDITS);
  await copy.command('npm run generate');
  await copy.migrate(FIRST_MIGRATION.name, FIRST_MIGRATION.more);
  await finish(copy, FIRST_DAY);
  await told(copy, 'npm test');
  return copy;
}

/** The second one on top of it. */
export async function makeSecond(cleanup: AsyncDisposableStack, first: Copy): Promise<Copy> {
  const copy = await makeCopy(cleanup, first.path);
  await copy.edit(SECOND_EDITS);
  await copy.command('npm run generate');
  const migration = join(copy.path, 'prisma/migrations', SECOND_MIGRATION.name);
  await mkdir(migration);
  await writeFile(join(migration, 'migration.sql'), SECOND_MIGRATION.sql);
  await finish(copy, SECOND_DAY);
  await told(copy, TESTS_OF_SECOND);
  return copy;
}

/** The clean-up when the version before the first release has ended. */
export async function cleanUp(
  cleanup: AsyncDisposableStack,
  second: Copy,
  ended: string,
): Promise<Copy> {
  const copy = await makeCopy(cleanup, second.path);
  await copy.edit([closed(ended), ...CLEAN_UP]);
  await copy.command(`rm test/system/contract/*-${ended}.*`);
  await copy.command(`npm run generate && npm run schema && ${TESTS_OF_ENTRIES}`);
  await copy.commit(`Without ${ended}`);
  return copy;
}
