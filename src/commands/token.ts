// `npm run token -- create|list|find|revoke`: API tokens, for operators.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { stateOf } from '../accounts/authenticate.ts';
import { hashToken, tokenValueFailure } from '../accounts/token-format.ts';
import { type FoundToken, findTokens } from '../accounts/token-list.ts';
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
} from './command-line.ts';
import { commandActor, existingUser, withDatabase } from './with-database.ts';

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

const TOKENS_AT_ONCE = 500;

const VERBS = { create, list, find, revoke };

type Verb = (db: PrismaClient, command: Command, config: Config) => Promise<void>;
type Command = ReturnType<typeof parseCommand>;

await withDatabase(USAGE, parseCommand, async ({ db }, command, config) => {
  const act: Verb = VERBS[command.verb];
  await act(db, command, config);
});

async function create(db: PrismaClient, command: Command, config: Config) {
  const { email, name, lastDay } = command;
  const { id: userId } = await existingUser(db, email);
  const version = createVersions(RELEASES).newest();
  const asked = { userId, name, lastDay, environment: config.environment, version };
  const actor = await commandActor(db, config, command);
  const { value } = await issueToken(actor, asked).catch((error: unknown) => {
    throw error instanceof TokenRuleError ? new UsageError(error.message) : error;
  });
  print(`${value}\nThe token is only shown once.`);
}

/** Prints each part before reading the next. */
async function list(db: PrismaClient, { email }: Command) {
  const where = email === '' ? {} : { userId: (await existingUser(db, email)).id };
  let tokens: FoundToken[] = [];
  do {
    const after = tokens.at(-1)?.id ?? 0;
    tokens = await findTokens(db, { ...where, id: { gt: after } }, TOKENS_AT_ONCE);
    if (tokens.length > 0 && !(await print(await linesOf(db, tokens)))) return;
  } while (tokens.length === TOKENS_AT_ONCE);
}

async function find(db: PrismaClient, command: Command, config: Config) {
  const found = await wantedTokens(db, command, config);
  if (found.length === 0) throw new UsageError('Token not found.');
  print(await linesOf(db, found));
}

/** The tokens that the lines of stdin select; a line that doesn't begin with the ID of a token is skipped. */
async function wantedTokens(db: PrismaClient, wanted: Command, { environment }: Config) {
  const lines = (await inputLines()).map((line) => line.trim());
  if (wanted['ids-stdin']) return tokensById(db, lines);
  const [value = ''] = lines;
  const failure = tokenValueFailure(value, environment);
  if (failure) throw new UsageError(VALUE_FAILURES[failure]);
  return findTokens(db, { hash: hashToken(value) });
}

/** Skips lines that don't begin with the ID of a token. A statement has at most 32,767 parameters. */
async function tokensById(db: PrismaClient, lines: readonly string[]) {
  const ids = new Set(lines.map((line) => parseId(line.split(/\s/, 1).join(''))));
  const known = [...ids].filter((id) => id !== undefined);
  const found: FoundToken[] = [];
  for (let at = 0; at < known.length; at += TOKENS_AT_ONCE)
    found.push(
      ...(await findTokens(db, { id: { in: known.slice(at, at + TOKENS_AT_ONCE) } })),
    );
  return found;
}

/** Without confirmation: a leak is urgent. */
async function revoke(db: PrismaClient, command: Command, config: Config) {
  const actor = await commandActor(db, config, command);
  const found = await wantedTokens(db, command, config);
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
  const verb = (['create', 'list', 'find', 'revoke'] as const).find(
    (one) => one === positionals[0],
  );
  const { email, expires } = values;
  const selectors = [values['value-stdin'], values['ids-stdin']].filter(Boolean).length;
  const isSelecting = verb === 'find' || verb === 'revoke';
  if (!verb || selectors !== Number(isSelecting)) throw new CommandLineError();
  const isCreate = verb === 'create';
  return {
    ...values,
    verb,
    email: isCreate || email !== undefined ? required(email) : '',
    name: isCreate ? required(values.name) : '',
    // An empty day is rejected, so that an unset shell variable can't create a token that never expires.
    lastDay: isCreate && expires !== undefined ? required(expires) : '',
  };
}

async function linesOf(db: PrismaClient, tokens: readonly FoundToken[]) {
  const now = await databaseTime(db);
  const lines = tokens.map((token) => {
    const { id, name, prefix, lastFour, version, expiresAt, lastUsedAt, lastAddress, user } =
      token;
    const from = lastAddress === null ? '' : ` from ${lastAddress}`;
    const lastUse = `last used ${lastUsedAt?.toISOString() ?? 'never'}${from}`;
    const state = stateOf(token, now) + (user.disabledAt ? ', account disabled' : '');
    return [
      id,
      user.email,
      `${prefix}…${lastFour}`,
      version,
      state,
      expiryText(expiresAt),
      lastUse,
      name,
    ].join('  ');
  });
  return lines.join('\n');
}

function expiryText(expiresAt: Date | null) {
  if (!expiresAt) return 'never expires';
  const lastDay = lastDayOf(expiresAt);
  return `expires ${lastDay === undefined ? expiresAt.toISOString() : `at the end of ${lastDay} UTC`}`;
}
