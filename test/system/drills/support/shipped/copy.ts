// Clean copies of the repository in which an engineer ships made-up releases by the versions page: its edits and its commands.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../../../../..');
const PACKAGES = ['node_modules', 'test/system/clients/node_modules'];
const MIGRATIONS = 'prisma/migrations';
const LONGEST_OUTPUT = 50_000_000;
const SHOWN = 6_000;

/** Lines in front of a place in a file, or in place of it. */
export interface Edit {
  readonly file: string;
  readonly at: string;
  readonly before?: string;
  readonly instead?: string;
}

export interface Copy {
  readonly path: string;
  edit(edits: readonly Edit[]): Promise<void>;
  /** Writes the migration that the schema lacks, with more statements behind it. */
  migrate(name: string, more: string): Promise<void>;
  /** @throws with the end of its output if it fails. */
  command(program: string, ...args: readonly string[]): Promise<string>;
  commit(message: string): Promise<void>;
  /** The files and lines that were touched since the copy was made, those that commands wrote left out. */
  touched(): Promise<string>;
  remove(): Promise<void>;
}

/** A clone of what is committed here, or in another copy; the packages are those of the repository. */
export async function makeCopy(of = REPOSITORY): Promise<Copy> {
  const path = await mkdtemp(join(tmpdir(), 'release-'));
  await run('git', ['clone', '--quiet', of, path]);
  // The links are no directories, which .gitignore names.
  await writeFile(join(path, '.git/info/exclude'), 'node_modules\n');
  for (const packages of PACKAGES) await symlink(join(REPOSITORY, packages), join(path, packages));
  const git = (...args: string[]) =>
    run('git', ['-C', path, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args]);
  const { stdout: first } = await git('rev-parse', 'HEAD');

  async function command(program: string, ...args: readonly string[]): Promise<string> {
    const { VITEST: _, ...env } = process.env;
    try {
      const { stdout, stderr } = await run(program, args, {
        cwd: path,
        env: { ...env, NO_COLOR: '1' },
        maxBuffer: LONGEST_OUTPUT,
      });
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${[program, ...args].join(' ')} failed in ${path}:\n${(stdout + stderr).slice(-SHOWN)}`);
    }
  }

  return {
    path,
    command,
    async edit(edits) {
      for (const { file, at, before = '', instead = at } of edits) {
        const text = await readFile(join(path, file), 'utf8');
        if (text.split(at).length !== 2) throw new Error(`${file} has no place, or several, for an edit: ${at}`);
        await writeFile(
          join(path, file),
          text.replace(at, () => before + instead),
        );
      }
    },
    async migrate(name, more) {
      const known = new Set(await readdir(join(path, MIGRATIONS)));
      await command('npm', 'run', 'migration', '--', '--name', name);
      const made = (await readdir(join(path, MIGRATIONS))).find((one) => !known.has(one)) ?? '';
      const file = join(path, MIGRATIONS, made, 'migration.sql');
      await writeFile(file, (await readFile(file, 'utf8')) + more);
    },
    async commit(message) {
      await git('add', '--all');
      await git('commit', '--quiet', '--message', message);
    },
    async touched() {
      const { stdout } = await git(
        'diff',
        '--stat',
        first.trim(),
        '--',
        '.',
        ':!test/system/contract/*-*',
        ':!src/openapi/recorded',
        ':!test/system/releases/examples.json',
        ':!prisma/generated',
        ':!schema.graphql',
      );
      return stdout;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
