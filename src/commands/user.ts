// `npm run user -- create|password|permissions`: the users who can sign in to the dashboard, for operators.
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Permission } from '../../prisma/generated/client/enums.ts';
import { passwordFault } from '../accounts/passwords.ts';
import { createUser, findUserByEmail, setPassword, setPermissions } from '../accounts/users.ts';
import { UsageError } from '../process/fatal-error.ts';
import { parseCommandLine, print, required } from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run user -- create --email E --name N [--permissions read,write,delete] [--password-stdin]
  npm run user -- password --email E [--password-stdin]
  npm run user -- permissions --email E --permissions read,write
A password is generated and printed once, unless --password-stdin reads it from the first line of the input.`;

const ALL_PERMISSIONS = Object.values(Permission);
const VERBS = ['create', 'password', 'permissions'] as const;
const EMAIL = /^\S+@\S+$/;
const GENERATED_PASSWORD_BYTES = 18;

await withDatabase(USAGE, parseCommand, async ({ db }, { verb, email, name, permissions, isPasswordFromInput }) => {
  switch (verb) {
    case 'create': {
      if (await findUserByEmail(db, email)) throw new UsageError(`A user has the e-mail address ${email} already`);
      const { password, note } = await newPassword(isPasswordFromInput);
      await createUser(db, { email, name, permissions: permissions ?? ALL_PERMISSIONS, password });
      return print(`Created ${email}.${note}`);
    }
    case 'password': {
      const { id } = await existingUser(db, email);
      const { password, note } = await newPassword(isPasswordFromInput);
      await setPassword(db, id, password);
      return print(`The password of ${email} is set, and every session of the user has ended.${note}`);
    }
    case 'permissions': {
      const { id } = await existingUser(db, email);
      await setPermissions(db, id, permissions ?? []);
      return print(`The permissions of ${email} are set; every token of the user has them from its next request on.`);
    }
  }
});

function parseCommand() {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    permissions: { type: 'string' },
    'password-stdin': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseCommandLine(USAGE, options, 1);
  const email = required(USAGE, values.email);
  if (!EMAIL.test(email)) throw new UsageError(`${email} is no e-mail address\n${USAGE}`);
  const verb = VERBS.find((known) => known === positionals[0]);
  if (!verb || (verb === 'permissions' && values.permissions === undefined)) throw new UsageError(USAGE);
  return {
    verb,
    email,
    name: verb === 'create' ? required(USAGE, values.name) : '',
    permissions: values.permissions === undefined ? undefined : parsePermissions(values.permissions),
    isPasswordFromInput: values['password-stdin'],
  };
}

/** `read,write`; an empty list takes all permissions away. */
function parsePermissions(list: string): Permission[] {
  const names = list.split(',').map((name) => name.trim().toUpperCase());
  const unknown = names.filter((name) => name !== '' && !(name in Permission));
  if (unknown.length > 0) throw new UsageError(`Permissions are read, write and delete\n${USAGE}`);
  return ALL_PERMISSIONS.filter((permission) => names.includes(permission));
}

/** A password is never in the command line, which other processes and the history of the shell show. */
async function newPassword(isFromInput: boolean): Promise<{ password: string; note: string }> {
  if (!isFromInput) {
    const password = randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
    return { password, note: `\nPassword: ${password}\nThe password is shown only this once.` };
  }
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/);
  const fault = passwordFault(password);
  if (fault) throw new UsageError(fault);
  return { password, note: '' };
}
