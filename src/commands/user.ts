// `npm run user -- create|list|password|permissions|unlink|disable|enable|erase`: the users of the dashboard, for operators.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { Permission } from '../../prisma/generated/client/enums.ts';
import { countRowsOf, ERASED_NAME, erasedEmail, eraseUser } from '../accounts/erase-user.ts';
import { unlinkUser } from '../accounts/identities.ts';
import { createPasswordBudgets, forgetGuesses, type PasswordBudgets } from '../accounts/password-attempts.ts';
import { type PasswordAccount, passwordFault } from '../accounts/password-rules.ts';
import { randomPassword, verifyPassword } from '../accounts/passwords.ts';
import type { Actor } from '../accounts/security-events.ts';
import {
  createUser,
  disableUser,
  enableUser,
  findUserByEmail,
  listUsers,
  setPassword,
  setPermissions,
  type UserRow,
} from '../accounts/users.ts';
import { parseId } from '../operation/id.ts';
import { UsageError } from '../process/fatal-error.ts';
import { commandActor } from './command-actor.ts';
import { confirm, firstInputLine, parseCommandLine, print, required } from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USERS_PER_PAGE = 100;

const USAGE = `Usage:
  npm run user -- create --email E --name N [--permissions read,write,delete] [--password-stdin | --no-password]
  npm run user -- list [--email BEGINNING] [--after ID]
  npm run user -- password --email E [--password-stdin]
  npm run user -- permissions --email E --permissions read,write
  npm run user -- unlink --email E
  npm run user -- disable --email E [--yes]
  npm run user -- enable --email E [--yes]
  npm run user -- erase --email E [--yes]
A password is generated and printed once, unless --password-stdin reads it from the first line of the input; the user has to
change it at the first sign-in. A new user has none with --no-password, nor where OIDC_ISSUER has turned passwords off: the user signs
in at the provider, whose account with the e-mail address is linked then; unlink lets another one be linked. list shows
${USERS_PER_PAGE} users. disable ends all sessions of a user and has each token refused, until enable. erase removes name, e-mail
address, password, sessions, activity, and tokens with their usage and refused requests; products stay, offline and archived, and rentals stay
without the name. These three say what they will do and ask; --yes answers, for scripts.`;

const ALL_PERMISSIONS = Object.values(Permission);
const VERBS = ['create', 'list', 'password', 'permissions', 'unlink', 'disable', 'enable', 'erase'] as const;
const PROVIDERS =
  '\nThere is no password: the user signs in at the provider, by the e-mail address that it has verified.';
const EMAIL = /^\S+@\S+$/;

await withDatabase(USAGE, parseCommand, async ({ db, pool }, command, config) => {
  switch (command.verb) {
    case 'create':
      return create(await commandActor(db, config), command, config.hasPasswords);
    case 'list':
      return list(db, command);
    default:
      return change(await commandActor(db, config), command, createPasswordBudgets(config.signIn, pool));
  }
});

type Command = ReturnType<typeof parseCommand>;

async function create(actor: Actor, command: Command, hasPasswords: boolean): Promise<void> {
  const { email, name, permissions, isPasswordFromInput, isWithoutPassword } = command;
  if (await findUserByEmail(actor.db, email)) throw new UsageError(`A user has the e-mail address ${email} already`);
  const isProviders = isWithoutPassword || (!hasPasswords && !isPasswordFromInput);
  const { password, note } = isProviders
    ? { note: PROVIDERS }
    : await newPassword(isPasswordFromInput, { email, name });
  await createUser(actor, { email, name, permissions: permissions ?? ALL_PERMISSIONS, password });
  print(`Created ${email}.${note}`);
}

async function list(db: PrismaClient, { email, after }: Command): Promise<void> {
  const users = await listUsers(db, { prefix: email, after, limit: USERS_PER_PAGE });
  const last = users.at(-1);
  for (const { id, email, permissions, disabledAt, name } of users) {
    const state = disabledAt ? `disabled since ${disabledAt.toISOString()}` : 'enabled';
    print([id, email, permissions.join(',').toLowerCase(), state, name].join('  '));
  }
  if (users.length === USERS_PER_PAGE && last) process.stderr.write(`There may be more: --after ${last.id}\n`);
}

async function change(actor: Actor, command: Command, budgets: PasswordBudgets): Promise<void> {
  const { verb, email, permissions, isPasswordFromInput, yes } = command;
  const user = await existingUser(actor.db, email);
  const { id: userId } = user;
  switch (verb) {
    case 'password': {
      const { password, note } = await newPassword(isPasswordFromInput, {
        ...user,
        hasPassword: (one) => hasPassword(actor.db, userId, one),
      });
      await setPassword(actor, userId, password, { isTemporary: true });
      await forgetGuesses(budgets, email);
      return print(`The password of ${email} is set, and every session of the user has ended.${note}`);
    }
    case 'permissions':
      await setPermissions(actor, userId, permissions ?? []);
      return print(`The permissions of ${email} are set; every token of the user has them from its next request on.`);
    case 'unlink':
      await unlinkUser(actor, userId);
      return print(`${email} is linked at the next sign-in at the provider.`);
    case 'disable':
      await confirm(await disablementOf(actor.db, user), { yes });
      await disableUser(actor, userId);
      return print(`${email} is disabled.`);
    case 'enable':
      await confirm(`This enables ${email}: tokens that are usable are taken again, and the user can sign in.`, {
        yes,
      });
      await enableUser(actor, userId);
      return print(`${email} is enabled.`);
    case 'erase':
      await confirm(await erasureOf(actor.db, user), { yes });
      await eraseUser(actor, userId);
      return print(`${email} is erased. The user ${userId} has the e-mail address ${erasedEmail(userId)} now.`);
  }
}

async function disablementOf(db: PrismaClient, { id, email }: UserRow): Promise<string> {
  const { usableTokens, sessions } = await countRowsOf(db, id);
  return `This disables ${email}. Usable tokens, refused from their next request on: ${usableTokens}. Sessions that end: ${sessions}.`;
}

async function erasureOf(db: PrismaClient, { id, email, name }: UserRow): Promise<string> {
  const { tokens, sessions, products, rentals } = await countRowsOf(db, id);
  return [
    `This erases the user ${id}, ${name}, ${email}: name, e-mail address, password, sessions (${sessions}), and tokens (${tokens})`,
    `with their usage and refused requests. Products (${products}) stay, offline and archived; rentals (${rentals}) stay, with the name`,
    `“${ERASED_NAME}”. It can not be undone.`,
  ].join('\n');
}

function parseCommand() {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    permissions: { type: 'string' },
    after: { type: 'string', default: '' },
    'password-stdin': { type: 'boolean', default: false },
    'no-password': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseCommandLine(USAGE, options, 1);
  const verb = VERBS.find((known) => known === positionals[0]);
  if (!verb || (verb === 'permissions' && values.permissions === undefined)) throw new UsageError(USAGE);
  const email = verb === 'list' ? (values.email ?? '') : required(USAGE, values.email);
  if (verb !== 'list' && !EMAIL.test(email)) throw new UsageError(`${email} is no e-mail address\n${USAGE}`);
  const after = values.after === '' ? 0 : parseId(values.after);
  if (after === undefined) throw new UsageError(USAGE);
  return {
    verb,
    email,
    after,
    name: verb === 'create' ? required(USAGE, values.name) : '',
    permissions: values.permissions === undefined ? undefined : parsePermissions(values.permissions),
    isPasswordFromInput: values['password-stdin'],
    isWithoutPassword: values['no-password'],
    yes: values.yes,
  };
}

/** `read,write`; an empty list takes all permissions away. */
function parsePermissions(list: string): Permission[] {
  const names = list.split(',').map((name) => name.trim().toUpperCase());
  const unknown = names.filter((name) => name !== '' && !(name in Permission));
  if (unknown.length > 0) throw new UsageError(`Permissions are read, write and delete\n${USAGE}`);
  return ALL_PERMISSIONS.filter((permission) => names.includes(permission));
}

async function hasPassword(db: PrismaClient, userId: number, password: string): Promise<boolean> {
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  return passwordHash !== null && verifyPassword(password, passwordHash);
}

async function newPassword(
  isFromInput: boolean,
  account: PasswordAccount,
): Promise<{ password: string; note: string }> {
  if (!isFromInput) {
    const password = randomPassword();
    return { password, note: `\nPassword: ${password}\nThe password is shown only this once.` };
  }
  const password = await firstInputLine();
  const fault = await passwordFault(password, account);
  if (fault) throw new UsageError(fault);
  return { password, note: '' };
}
