// Clean copies of the repository in which an engineer ships made-up releases by the versions page: its edits and its commands.
import { exec } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../../../..');
const PACKAGES = ['node_modules', 'test/system/clients/node_modules'];
const MIGRATIONS = 'prisma/migrations';
const LONGEST_OUTPUT = 50_000_000;
const SHOWN = 6_000;
const AUTHOR = '-c user.name=x -c user.email=x@example.com';
/** What commands write. */
const WRITTEN = [
  ...['test/system/contract/*-*', 'test/system/releases/examples.json'],
  ...['src/openapi/recorded', 'prisma/generated', 'schema.graphql'],
];

/** Lines in front of a place in a file, or in place of it. */
export interface Edit {
  readonly file: string;
  readonly at: string;
  readonly before?: string;
  readonly instead?: string;
}

export type Copy = Awaited<ReturnType<typeof makeCopy>>;

/** A clone of what is committed here, or in another copy; the packages are those of the repository. */
export async function makeCopy(cleanup: AsyncDisposableStack, of = REPOSITORY) {
  const path = await mkdtemp(join(tmpdir(), 'release-'));
  cleanup.defer(() => rm(path, { recursive: true, force: true }));

  /** Runs a command of the shell. @throws with the end of its output if it fails. */
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
  // The links are no directories, which .gitignore names.
  await writeFile(join(path, '.git/info/exclude'), 'node_modules\n');
  for (const packages of PACKAGES) await symlink(join(REPOSITORY, packages), join(path, packages));
  const first = (await command('git rev-parse HEAD')).trim();

  return {
    path,
    command,
    async edit(edits: readonly Edit[]): Promise<void> {
      for (const { file, at, before = '', instead = at } of edits) {
        const text = await readFile(join(path, file), 'utf8');
        if (text.split(at).length !== 2) throw new Error(`${file} has no place, or several, for an edit: ${at}`);
        const edited = text.replace(at, () => before + instead);
        await writeFile(join(path, file), edited);
      }
    },
    /** Writes the migration that the schema lacks, with more statements behind it. */
    async migrate(name: string, more: string): Promise<void> {
      const known = new Set(await readdir(join(path, MIGRATIONS)));
      await command(`npm run migration -- --name ${name}`);
      const made = (await readdir(join(path, MIGRATIONS))).find((one) => !known.has(one)) ?? '';
      await writeFile(join(path, MIGRATIONS, made, 'migration.sql'), more, { flag: 'a' });
    },
    commit: (message: string) => command(`git add --all && git ${AUTHOR} commit --quiet --message '${message}'`),
    /** The files and lines that were touched since the copy was made, those that commands wrote left out. */
    touched: () => command(`git diff --stat ${first} -- . ${WRITTEN.map((file) => `':!${file}'`).join(' ')}`),
  };
}
