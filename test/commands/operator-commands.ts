// Operator commands on one database for all tests of a file, which has the user Olivia.
import { afterAll, expect } from 'vitest';
import { createUser, findUserByEmail } from '../../src/accounts/users.ts';
import { toldIn } from '../process/service.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { freshPostgres } from '../support/database.ts';
import type { LogLine } from '../support/log.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { operator } from '../support/operator.ts';

export const EMAIL = 'olivia@example.com';

export async function openOperatorCommands() {
  const database = await freshPostgres();
  const opened = await openPostgres(database.url);
  const { db } = opened;
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });
  const { host, pathname } = new URL(database.url);
  /** The first line of every command on stderr. */
  const target = `database ${pathname.slice(1)} at ${host}, test\n`;

  const makeUser = (email: string, name: string) =>
    createUser(operator(db), { email, name, permissions: ['READ'] });

  async function existing(email: string) {
    const user = await findUserByEmail(db, email);
    if (!user) throw new Error(`no user ${email}`);
    return user;
  }

  /**
   * Runs a command, given as one line, or as a list if an argument has a space. `stderr` lacks its first line, which
   * names the database.
   */
  async function run(command: string | string[], input = '', variables = {}) {
    const [name, ...args] = typeof command === 'string' ? command.split(' ') : command;
    const all = { DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...variables };
    const { code, stdout, stderr } = await runInTurn(
      `src/commands/${name}.ts`,
      args,
      all,
      input,
    );
    expect(stderr.startsWith(target)).toBe(true);
    return { code, stdout, stderr: stderr.slice(target.length) };
  }

  /** The output of a command that succeeds and prints nothing on stderr. */
  async function done(...given: Parameters<typeof run>): Promise<string> {
    const { code, stdout, stderr } = await run(...given);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  /** The messages of a command that fails and prints nothing on stdout. */
  async function failed(...given: Parameters<typeof run>): Promise<string> {
    const { code, stdout, stderr } = await run(...given);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).not.toMatch(/^\s+at /m);
    return stderr;
  }

  /** The security events of a command. */
  async function eventsOf(command: string[], variables = {}): Promise<LogLine[]> {
    const { code, stderr } = await run(command, '', { LOG_LEVEL: 'notice', ...variables });
    expect(code).toBe(0);
    return toldIn(stderr);
  }

  await makeUser(EMAIL, 'Olivia');
  return { db, url: database.url, target, makeUser, existing, run, done, failed, eventsOf };
}
