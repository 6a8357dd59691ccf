// `--help`, wrong options and the first line that names the database, for each command.
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { targetText } from '../../src/commands/with-database.ts';
import { parseConfig } from '../../src/config.ts';
import { runCommand } from '../process/service.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { shownArguments } from '../system/documents/documents.ts';

const root = join(import.meta.dirname, '../..');

/** A configuration with which no command can do its work. */
const FAULTY = { PORT: 'http', DATABASE_URL: 'none' };

/** A command of package.json, and its file. */
type Script = readonly [name: string, file: string];

/** The scripts of package.json that have a command line. */
const COMMANDS = globSync('src/commands/*.ts', { cwd: root })
  .map((script) => basename(script, '.ts'))
  .filter((name) => !['command-line', 'with-database', 'moved-rows'].includes(name))
  .map((name): Script => [name, `src/commands/${name}.ts`]);

const DRILL: Script = ['drill', 'test/system/drills/run.ts'];
const BENCH: Script = ['bench', 'test/system/bench/run.ts'];
const HARNESS: Script = ['harness', 'test/system/harness/run.ts'];
const MIGRATION: Script = ['migration', 'test/database/migrations/new-migration.ts'];

/** The scripts in `src/commands/` exit the process when they are done. */
const runOf = (name: string) =>
  [DRILL, BENCH, HARNESS].some(([own]) => own === name) ? runCommand : runInTurn;

test.each([...COMMANDS, DRILL, BENCH, HARNESS])(
  '%s --help prints the usage, with every option that a document mentions',
  async (name, script) => {
    const { code, stdout, stderr } = await runOf(name)(
      script,
      ['--nonsense', '--help'],
      FAULTY,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage:\\n +npm run (-s )?${name}\\b`));
    const shown = shownArguments(name).flatMap((text) => text.match(/--[a-z][\w-]*/g) ?? []);
    expect(shown.filter((option) => !stdout.includes(option))).toEqual([]);
  },
);

test.each([...COMMANDS, DRILL, HARNESS, MIGRATION])(
  '%s --nonsense prints the usage on stderr',
  async (name, script) => {
    const { code, stdout, stderr } = await runOf(name)(script, ['--nonsense'], {
      DATA_DIR: '/dev/null/x',
    });
    expect({ code, stdout }).toEqual({ code: name === 'harness' ? 2 : 1, stdout: '' });
    expect(stderr).toContain("Unknown option '--nonsense'");
    expect(stderr).toContain('Usage:\n  npm run');
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);

const EMAIL = ['--email', 'a@example.com'];
const SECRET = 'svc_test_9RGtlyAS6MIPDujZKRoSOEtFF9ph0szk7o';
const SELECTORS =
  'find and revoke need either --value-stdin or --ids-stdin, and the others neither.';

test.each([
  ['user', [], 'Missing command.'],
  ['user', ['delete', ...EMAIL], 'Unknown command: delete.'],
  ['token', [SECRET], 'Unknown command.'],
  ['user', ['erase', 'all', ...EMAIL], 'Unexpected argument: all.'],
  ['token', ['revoke', SECRET], 'Unexpected argument.'],
  ['user', ['create', '--emial', 'a@example.com'], "Unknown option '--emial'."],
  ['user', ['create', `--secret=${SECRET}`], "Unknown option '--secret'."],
  ['user', ['create', '--email'], "Option '--email <value>' argument missing."],
  [
    'user',
    ['create', '--email', 'no address', '--name', 'x'],
    'no address is not an e-mail address.',
  ],
  ['user', ['permissions', ...EMAIL], 'Missing --permissions.'],
  [
    'user',
    ['permissions', ...EMAIL, '--permissions', 'admin'],
    'Permissions must be read, write or delete.',
  ],
  ['token', ['create', ...EMAIL, '--name', ' '], 'Missing --name.'],
  ['token', ['find', ...EMAIL], SELECTORS],
  ['user', ['erase', '--yes'], 'Missing --email.'],
  ['user', ['rename', ...EMAIL], 'Missing --name.'],
  ['user', ['link', ...EMAIL], 'Missing --subject.'],
  [
    'user',
    ['link', ...EMAIL, '--subject', 'é'],
    'é is not a subject: it has 1 to 255 ASCII characters.',
  ],
  ['token', ['revoke', ...EMAIL], SELECTORS],
  ['token', ['revoke', '--ids-stdin', '--value-stdin'], SELECTORS],
  ['token', ['create', ...EMAIL, '--name', 'x', '--expires', ''], 'Missing --expires.'],
  ['migration', ['--name', '../x'], 'Usage:'],
])(
  '%s %j says what is wrong and prints the usage, before it opens the database',
  async (command, args, reason) => {
    const file = command === 'migration' ? MIGRATION[1] : `src/commands/${command}.ts`;
    const { code, stdout, stderr } = await runInTurn(file, args, { DATA_DIR: '/dev/null/x' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toEqual(reason);
    expect(stderr).toMatch(new RegExp(`Usage:\\n  npm run (-s )?${command} -- `));
    expect(stderr).not.toMatch(/^\s+at /m);
  },
);

test.each([
  [
    { DATABASE_URL: 'postgres://owner_api:secret@db1:6432/rentals?sslmode=verify-full' },
    'database rentals at db1:6432, test',
  ],
  [
    { DATABASE_URL: 'postgres://owner_api@[::1]', SERVICE_ENVIRONMENT: 'live' },
    'database owner_api at [::1]:5432, live',
  ],
  [{ DATABASE_URL: 'postgres://u@h/a%20b' }, 'database a b at h:5432, test'],
  [{ DATA_DIR: '/srv/data' }, 'embedded database in /srv/data, test'],
])('names %j without user and password', (variables, text) => {
  expect(targetText(parseConfig(variables))).toBe(text);
});

test.each([
  ['token', ['list', '--email', 'a@example.com']],
  ['user', ['create', '--email', 'a@example.com', '--name', 'A']],
])('%s reports a missing database, and creates none', async (command, args) => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const DATA_DIR = join(path, 'data');
  const { code, stdout, stderr } = await runInTurn(`src/commands/${command}.ts`, args, {
    DATA_DIR,
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const [target, fault, ...more] = stderr.split('\n');
  expect(target).toBe(`embedded database in ${DATA_DIR}, test`);
  expect(fault).toMatch(
    /^There is no database in \S+\. .*DATABASE_URL or DATA_DIR.*--env-file/,
  );
  expect(more).toEqual(['']);
  expect(existsSync(DATA_DIR)).toBe(false);
});
