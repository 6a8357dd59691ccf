// `npm run user -- create|list|sign-in|sign-out|permissions|rename|link|unlink|disable|enable|erase`: the users of the
// dashboard, for operators.
import { Permission } from '../../prisma/generated/client/enums.ts';
import { findLinked, linkAccount, unlinkUser } from '../accounts/identities.ts';
import { SUBJECT } from '../accounts/provider.ts';
import { type Actor, subjectCode } from '../accounts/security-events.ts';
import { endSessions } from '../accounts/sessions.ts';
import { createSignInLink, LINK_MINUTES, signInLinkUrl } from '../accounts/sign-in-links.ts';
import {
  createUser,
  disableUser,
  ERASED_NAME,
  enableUser,
  erasedEmail,
  eraseUser,
  findUserByEmail,
  listUsers,
  renameUser,
  setPermissions,
  type UserRow,
} from '../accounts/users.ts';
import type { Config } from '../config.ts';
import { UsageError } from '../process/fatal-error.ts';
import {
  ACTOR_OPTIONS,
  ACTOR_USAGE,
  CommandLineError,
  confirm,
  parseCommandLine,
  print,
  required,
  requiredVerb,
} from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run user -- create --email E --name N [--permissions read,write,delete]
  npm run -s user -- list
  npm run -s user -- sign-in --email E
  npm run user -- sign-out --email E
  npm run user -- permissions --email E --permissions read,write
  npm run user -- rename --email E [--name N] [--new-email E]
  npm run user -- link --email E --subject S
  npm run user -- unlink --email E
  npm run user -- disable --email E
  npm run user -- enable --email E
  npm run user -- erase --email E [--yes]
sign-in prints a link that signs a user in once, within ${LINK_MINUTES} minutes; sign-out ends all sessions of a user.
Where OIDC_ISSUER is set, users sign in at the provider, whose account with that verified e-mail address is then linked.
link links the account with the subject S, which the log line of a failed sign-in has; unlink allows another one to be
linked, and ends all sessions. disable ends all sessions of a user and stops all tokens, until enable. erase deletes
name, e-mail address, sessions, tokens with their usage and failed requests, and products; products that rentals refer
to stay, offline and archived, and rentals stay with the name “${ERASED_NAME}”. It asks for confirmation first; --yes
skips it, for scripts.
${ACTOR_USAGE}`;

const ALL_PERMISSIONS = Object.values(Permission);
const VERBS = [
  'create',
  'list',
  'sign-in',
  'sign-out',
  'permissions',
  'rename',
  'link',
  'unlink',
  'disable',
  'enable',
  'erase',
] as const;
const EMAIL = /^\S+@\S+$/;
/** Control and format characters, such as a zero-width space, which an address pasted from a page may have. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

await withDatabase(USAGE, parseCommand, async (actor, command, config) => {
  if (command.verb === 'list') return list(actor);
  print(
    await (command.verb === 'create'
      ? create(actor, command, config)
      : change(actor, command, config)),
  );
});

type Command = ReturnType<typeof parseCommand>;

async function list({ db }: Actor) {
  for await (const { id, email, permissions, disabledAt, name } of listUsers(db)) {
    const state = disabledAt ? `disabled since ${disabledAt.toISOString()}` : 'enabled';
    const line = [id, email, permissions.join(',').toLowerCase(), state, name].join('  ');
    if (!(await print(line))) return;
  }
}

async function create(actor: Actor, command: Command, { provider }: Config) {
  const { email, name, permissions = ALL_PERMISSIONS } = command;
  await requireFreeEmail(actor, email);
  await createUser(actor, { email, name, permissions });
  const signIn = provider
    ? 'The user signs in at the provider, with this e-mail address verified.'
    : `Print a sign-in link for the user: node src/command.js user sign-in --email ${email}`;
  return `Created ${email}.\n${signIn}`;
}

async function requireFreeEmail({ db }: Actor, email: string) {
  if (await findUserByEmail(db, email))
    throw new UsageError(`A user with the e-mail address ${email} already exists.`);
}

/** Returns a description of what was done. */
async function change(actor: Actor, command: Command, { publicOrigin, provider }: Config) {
  const { verb, email, permissions = [] } = command;
  const user = await existingUser(actor, email);
  const { id } = user;
  switch (verb) {
    case 'sign-in':
      if (user.disabledAt)
        throw new UsageError(`${email} is disabled: enable the user first.`);
      return `${signInLinkUrl(publicOrigin, await createSignInLink(actor, id))}
It signs in ${email} once, within ${LINK_MINUTES} minutes.`;
    case 'sign-out':
      await endSessions(actor, id);
      return `Ended all sessions of ${email}. The user’s tokens keep working.`;
    case 'permissions':
      await setPermissions(actor, id, permissions);
      return `Set the permissions of ${email}. They apply to each token from its next request on.`;
    case 'rename': {
      const { name, newEmail } = command;
      if (newEmail) await requireFreeEmail(actor, newEmail);
      await renameUser(actor, id, { name, email: newEmail });
      return `Renamed ${email} to ${[newEmail, name].filter(Boolean).join(', ')}.`;
    }
    case 'link':
      return link(actor, id, command, provider?.issuer);
    case 'unlink':
      await unlinkUser(actor, id);
      return `Unlinked ${email} and ended all the user's sessions. \
The next sign-in at the provider links the account again.`;
    case 'disable':
      await disableUser(actor, id);
      return `Disabled ${email}.`;
    case 'enable':
      await enableUser(actor, id);
      return `Enabled ${email}.`;
    default:
      await confirm(erasureOf(user), command);
      await eraseUser(actor, id);
      return `Erased ${email}. User ${id} now has the e-mail address ${erasedEmail(id)}.`;
  }
}

async function link(
  actor: Actor,
  userId: number,
  { email, subject }: Command,
  issuer: string | undefined,
) {
  if (issuer === undefined)
    throw new UsageError('Set OIDC_ISSUER and the other variables of the service first.');
  const account = { issuer, subject };
  if (!(await linkAccount(actor, userId, account))) {
    const other = await findLinked(actor.db, account);
    throw new UsageError(
      other
        ? `The account ${subject} already signs in ${other.email}.`
        : `Another account there signs in ${email}: run user unlink first.`,
    );
  }
  return `Linked ${email} to the account ${subject} of ${issuer}.
The page of a failed sign-in shows its code, ${subjectCode(subject)}: compare it with the user’s.`;
}

function erasureOf({ id, email, name }: UserRow) {
  return `This erases user ${id}, ${name}, ${email}: \
name, e-mail address, sessions, tokens with their usage and failed requests, and
products. Products that rentals refer to stay, offline and archived; rentals stay, with the name
“${ERASED_NAME}”. You can't undo this.`;
}

function parseCommand() {
  const { values, positionals } = parseCommandLine(
    {
      email: { type: 'string' },
      name: { type: 'string' },
      'new-email': { type: 'string' },
      subject: { type: 'string' },
      ...ACTOR_OPTIONS,
      permissions: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
    1,
  );
  const verb = requiredVerb(VERBS, positionals);
  const email = verb === 'list' ? '' : requireAddress(required('email', values.email));
  if (verb === 'permissions' && values.permissions === undefined)
    throw new CommandLineError('Missing --permissions.');
  const { 'new-email': newEmail } = values;
  const isNamed =
    verb === 'create' ||
    (verb === 'rename' && newEmail === undefined) ||
    values.name !== undefined;
  if (newEmail !== undefined) requireAddress(newEmail);
  const name = isNamed ? required('name', values.name) : '';
  const permissions = parsePermissions(values.permissions);
  const subject = verb === 'link' ? requireSubject(required('subject', values.subject)) : '';
  return { ...values, verb, email, name, newEmail, subject, permissions };
}

function requireSubject(subject: string) {
  if (SUBJECT.test(subject)) return subject;
  throw new CommandLineError(
    `${subject} is not a subject: it has 1 to 255 ASCII characters.`,
  );
}

function requireAddress(email: string) {
  if (INVISIBLE.test(email))
    throw new CommandLineError(
      'The e-mail address has an invisible character: type it again.',
    );
  if (EMAIL.test(email)) return email;
  throw new CommandLineError(`${email} is not an e-mail address.`);
}

/** `read,write`; an empty list removes all permissions. */
function parsePermissions(list: string | undefined) {
  if (list === undefined) return undefined;
  const names = list
    .toUpperCase()
    .split(',')
    .map((name) => name.trim());
  if (names.every((name) => name === '' || name in Permission))
    return ALL_PERMISSIONS.filter((permission) => names.includes(permission));
  throw new CommandLineError('Permissions must be read, write or delete.');
}
