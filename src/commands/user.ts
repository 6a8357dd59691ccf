// `npm run user -- create|password|permissions`: the people who can sign in to the dashboard, for operators.
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { Permission } from '../../prisma/generated/client/enums.ts';
import { createUser, findUserByEmail, setPassword, setPermissions } from '../accounts/users.ts';
import { UsageError } from '../process/fatal-error.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run user -- create --email E --name N [--permissions read,write,delete] [--password-stdin]
  npm run user -- password --email E [--password-stdin]
  npm run user -- permissions --email E --permissions read,write
A password is generated and printed once, unless --password-stdin reads it from the first line of the input.`;

const ALL = Object.values(Permission);
const VERBS = ['create', 'password', 'permissions'] as const;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 256;

await withDatabase(parseCommand, async ({ db }, { verb, email, name, permissions, fromInput }) => {
  switch (verb) {
    case 'create': {
      if (await findUserByEmail(db, email)) throw new UsageError(`There is a user with the e-mail address ${email}`);
      const { password, note } = await newPassword(fromInput);
      await createUser(db, { email, name, permissions: permissions ?? ALL, password });
      return print(`Created ${email}.${note}`);
    }
    case 'password': {
      const { id } = await existing(db, email);
      const { password, note } = await newPassword(fromInput);
      await setPassword(db, id, password);
      return print(`The password of ${email} is set, and every session has ended.${note}`);
    }
    case 'permissions': {
      const { id } = await existing(db, email);
      await setPermissions(db, id, permissions ?? fail());
      return print(`The permissions of ${email} are set; every token has them from its next request on.`);
    }
  }
});

function parseCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        permissions: { type: 'string' },
        'password-stdin': { type: 'boolean', default: false },
      },
    });
    const email = required(values.email);
    if (!/^\S+@\S+$/.test(email)) throw new Error(`${email} is no e-mail address`);
    const permissions = values.permissions === undefined ? undefined : parsePermissions(values.permissions);
    const verb = VERBS.find((known) => known === positionals[0]) ?? fail();
    const name = verb === 'create' ? required(values.name) : '';
    return { verb, email, name, permissions, fromInput: values['password-stdin'] };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** `read,write`; an empty list takes them all away. */
function parsePermissions(list: string): Permission[] {
  const names = list.split(',').map((name) => name.trim().toUpperCase());
  const unknown = names.filter((name) => name !== '' && !(name in Permission));
  if (unknown.length > 0) throw new UsageError(`Permissions are read, write and delete\n${USAGE}`);
  return ALL.filter((permission) => names.includes(permission));
}

async function existing(db: PrismaClient, email: string) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new UsageError(`No user has the e-mail address ${email}`);
  return user;
}

/** Never from the command line, where other processes and the shell's history would see it. */
async function newPassword(fromInput: boolean): Promise<{ password: string; note: string }> {
  if (!fromInput) {
    const password = randomBytes(18).toString('base64url');
    return { password, note: `\nPassword: ${password}\nThis is the only time that it is shown.` };
  }
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new UsageError(`A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  return { password, note: '' };
}

function required(value: string | undefined): string {
  return value?.trim() || fail();
}

function fail(): never {
  throw new UsageError(USAGE);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
