// `npm run token -- create|list|find|revoke`: API tokens, for operators.
import { stateOf } from '../accounts/authenticate.ts';
import type { Actor } from '../accounts/security-events.ts';
import { hashToken, tokenValueFailure } from '../accounts/token-format.ts';
import { type FoundToken, findTokens, listTokens } from '../accounts/token-list.ts';
import { databaseTime, lastDayOf, TokenRuleError } from '../accounts/token-rules.ts';
import { issueToken, revokeToken } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import {
  ACTOR_OPTIONS,
  ACTOR_USAGE,
  CommandLineError,
  inputLines,
  parseCommandLine,
  print,
  required,
  requiredVerb,
} from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N [--expires YYYY-MM-DD]
  npm run -s token -- list [--email E]
  npm run token -- find --value-stdin | --ids-stdin
  npm run token -- revoke --value-stdin | --ids-stdin
--expires is the last day, in UTC, on which the token works; without it, the token never expires.
list prints one token per line: its ID, owner, first and last characters, version, state, expiry, last use and name;
without --email, it lists the tokens of all users.
--value-stdin reads the value from the first line of stdin; --ids-stdin reads the ID that each line begins with, such as
the lines of list.
${ACTOR_USAGE}`;

const VALUE_FAILURES = {
  malformed: 'This is not a token of this service: its format or checksum is wrong.',
  otherEnvironment:
    'This token is from the other environment: set SERVICE_ENVIRONMENT and the database that belongs to it.',
};

const VERBS = ['create', 'list', 'find', 'revoke'] as const;

type Command = ReturnType<typeof parseCommand>;

await withDatabase(USAGE, parseCommand, (actor, command, config) =>
  ({ create, list, find, revoke })[command.verb](actor, command, config),
);

async function create(actor: Actor, { email, name, lastDay }: Command, config: Config) {
  const { id: userId } = await existingUser(actor, email);
  const version = createVersions(RELEASES).newest();
  const asked = { userId, name, lastDay, environment: config.environment, version };
  const { value } = await issueToken(actor, asked).catch((error: unknown) => {
    throw error instanceof TokenRuleError ? new UsageError(error.message) : error;
  });
  print(`${value}\nThe token is only shown once.`);
}

/** Prints each line before reading the next tokens. */
async function list(actor: Actor, { email }: Command) {
  const owner = email === '' ? {} : { userId: (await existingUser(actor, email)).id };
  const now = await databaseTime(actor.db);
  for await (const token of listTokens(actor.db, owner))
    if (!(await print(lineOf(token, now)))) return;
}

async function find(actor: Actor, command: Command, config: Config) {
  const found = await wantedTokens(actor, command, config);
  if (found.length === 0) throw new UsageError('Token not found.');
  const now = await databaseTime(actor.db);
  print(found.map((token) => lineOf(token, now)).join('\n'));
}

/** The tokens that the lines of stdin select; a line that doesn't begin with the ID of a token is skipped. */
async function wantedTokens({ db }: Actor, wanted: Command, { environment }: Config) {
  const lines = (await inputLines()).map((line) => line.trim());
  if (wanted['ids-stdin']) {
    const ids = new Set(lines.map((line) => parseId(line.split(/\s/, 1).join(''))));
    return findTokens(db, { id: { in: [...ids].filter((id) => id !== undefined) } });
  }
  const [value = ''] = lines;
  const failure = tokenValueFailure(value, environment);
  if (failure) throw new UsageError(VALUE_FAILURES[failure]);
  return findTokens(db, { hash: hashToken(value) });
}

/** Without confirmation: a leak is urgent. */
async function revoke(actor: Actor, command: Command, config: Config) {
  const found = await wantedTokens(actor, command, config);
  const tokens = found.filter(({ revokedAt }) => !revokedAt);
  if (tokens.length === 0) throw new UsageError('Token not found, or already revoked.');
  for (const { id, userId, user } of tokens) {
    await revokeToken(actor, userId, id);
    print(`Revoked token ${id} of ${user.email}.`);
  }
}

function parseCommand() {
  const { values, positionals } = parseCommandLine(
    {
      email: { type: 'string' },
      name: { type: 'string' },
      expires: { type: 'string' },
      'value-stdin': { type: 'boolean', default: false },
      'ids-stdin': { type: 'boolean', default: false },
      ...ACTOR_OPTIONS,
    },
    1,
  );
  const verb = requiredVerb(VERBS, positionals);
  const { email, expires } = values;
  const selectors = [values['value-stdin'], values['ids-stdin']].filter(Boolean).length;
  const isSelecting = verb === 'find' || verb === 'revoke';
  if (selectors !== Number(isSelecting))
    throw new CommandLineError(
      'find and revoke need either --value-stdin or --ids-stdin, and the others neither.',
    );
  const isCreate = verb === 'create';
  return {
    ...values,
    verb,
    email: isCreate || email !== undefined ? required('email', email) : '',
    name: isCreate ? required('name', values.name) : '',
    // An empty day is rejected, so that an unset shell variable can't create a token that never expires.
    lastDay: isCreate && expires !== undefined ? required('expires', expires) : '',
  };
}

function lineOf(token: FoundToken, now: Date) {
  const { id, name, prefix, lastFour, version, expiresAt, lastUsedAt, lastAddress, user } =
    token;
  const from = lastAddress === null ? '' : ` from ${lastAddress}`;
  return [
    id,
    user.email,
    `${prefix}…${lastFour}`,
    version,
    stateOf(token, now) + (user.disabledAt ? ', account disabled' : ''),
    expiryText(expiresAt),
    `last used ${lastUsedAt?.toISOString() ?? 'never'}${from}`,
    name,
  ].join('  ');
}

function expiryText(expiresAt: Date | null) {
  if (!expiresAt) return 'never expires';
  const lastDay = lastDayOf(expiresAt);
  return `expires ${lastDay === undefined ? expiresAt.toISOString() : `at the end of ${lastDay} UTC`}`;
}
