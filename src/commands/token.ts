// `npm run token -- create|list|find|revoke`: API tokens, for operators.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Actor } from '../accounts/security-events.ts';
import { tokenValueFault } from '../accounts/token-format.ts';
import {
  type FoundToken,
  findTokens,
  findTokensByEnd,
  findTokensByValue,
  findUsableTokens,
} from '../accounts/token-list.ts';
import {
  databaseTime,
  lastDayOf,
  stateOf,
  TokenRefusedError,
  tokensIn,
} from '../accounts/token-rules.ts';
import { issueToken, revokeToken } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import {
  ACTOR_OPTIONS,
  ACTOR_USAGE,
  confirm,
  firstInputLine,
  parseCommandLine,
  parseTime,
  print,
  required,
} from './command-line.ts';
import { commandActor, existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N [--expires YYYY-MM-DD]
  npm run token -- list --email E
  npm run token -- list [--version V] [--expires-before YYYY-MM-DD]
  npm run token -- find --value-stdin
  npm run token -- find --last-four XXXX [--email E]
  npm run token -- revoke --email E --id ID
  npm run token -- revoke --value-stdin
  npm run token -- revoke --last-four XXXX [--email E] [--yes]
  npm run token -- revoke --email E --all [--yes]
--expires is the last day, in UTC, on which the token works; without it, the token never expires. --value-stdin reads the
value from the first line of stdin. --last-four without --email searches all tokens. --all revokes every usable token of the
user. Revoking with --last-four or --all asks for confirmation first; --yes skips it, for scripts. list without --email shows
all users' usable tokens. ${ACTOR_USAGE}`;

const VERBS = ['create', 'list', 'find', 'revoke'] as const;

const VALUE_FAULTS = {
  malformed: 'This is not a token of this service: its format or checksum is wrong.',
  otherEnvironment:
    'This token is from the other environment: set SERVICE_ENVIRONMENT and the database that belongs to it.',
};

await withDatabase(USAGE, parseCommand, async ({ db }, command, config) => {
  if (command.verb === 'create')
    return create(await commandActor(db, config, command), command, config);
  if (command.verb === 'list' && command.email === undefined) return listUsable(db, command);
  const found = await wantedTokens(db, command, config);
  if (command.verb === 'revoke')
    return revoke(await commandActor(db, config, command), command, found);
  if (found.length === 0 && command.verb === 'find') throw new UsageError('Token not found.');
  print(await linesOf(db, found));
});

type Command = ReturnType<typeof parseCommand>;

async function create(
  actor: Actor,
  { email = '', name, lastDay }: Command,
  { environment }: Config,
) {
  const { id: userId } = await existingUser(actor.db, email);
  const version = createVersions(RELEASES).newest();
  const { value } = await issueToken(actor, { userId, name, lastDay, environment, version }).catch(
    (error: unknown) => {
      throw error instanceof TokenRefusedError ? new UsageError(error.message) : error;
    },
  );
  print(`${value}\nThe token is only shown once.`);
}

/** Prints each part before reading the next. */
async function listUsable(db: PrismaClient, { version, expiresBefore }: Command) {
  for await (const tokens of findUsableTokens(db, { version, expiresBefore })) {
    if (tokens.length > 0) print(await linesOf(db, tokens));
  }
}

/** The tokens that the command line selects, latest first. */
async function wantedTokens(db: PrismaClient, wanted: Command, { environment }: Config) {
  const { verb, email, id, lastFour } = wanted;
  if (wanted['value-stdin']) {
    const value = (await firstInputLine()).trim();
    const fault = tokenValueFault(value, environment);
    if (fault) throw new UsageError(VALUE_FAULTS[fault]);
    return findTokensByValue(db, value);
  }
  if (email === undefined) {
    process.stderr.write('Searching all tokens …\n');
    return findTokensByEnd(db, lastFour ?? '');
  }
  const { id: userId } = await existingUser(db, email);
  const usable =
    verb === 'revoke' && id === undefined ? tokensIn('usable', await databaseTime(db)) : {};
  return findTokens(db, { userId, ...usable, ...(id && { id }), ...(lastFour && { lastFour }) });
}

/** A value or an ID selects one token, which is revoked without confirmation: a leak is urgent. */
async function revoke(actor: Actor, command: Command, found: readonly FoundToken[]) {
  const { all, lastFour } = command;
  const tokens = found.filter(({ revokedAt }) => !revokedAt);
  const [first] = tokens;
  if (!first) throw new UsageError('Token not found, or already revoked.');
  const lines = await linesOf(actor.db, tokens);
  if (tokens.length > 1 && !all)
    throw new UsageError(`Several tokens match. Choose one with --email and --id:\n${lines}`);
  if (all || lastFour !== undefined) await confirm(`This permanently revokes:\n${lines}`, command);
  let revoked = 0;
  for (const { id, userId } of tokens) {
    if (await revokeToken(actor, userId, id)) revoked++;
  }
  print(all ? `Revoked tokens: ${revoked}.` : `Revoked token ${first.id} of ${first.user.email}.`);
}

function parseCommand() {
  const { values, positionals } = parseCommandLine(
    USAGE,
    {
      email: { type: 'string' },
      name: { type: 'string' },
      id: { type: 'string' },
      expires: { type: 'string' },
      'last-four': { type: 'string' },
      'value-stdin': { type: 'boolean', default: false },
      version: { type: 'string' },
      'expires-before': { type: 'string' },
      ...ACTOR_OPTIONS,
      all: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    1,
  );
  const verb = VERBS.find((known) => known === positionals[0]);
  const { 'last-four': lastFour, 'value-stdin': isValueFromInput, all, expires } = values;
  const expiresBefore = parseTime(USAGE, values['expires-before']);
  const isOfAll = values.version !== undefined || expiresBefore !== undefined;
  if (isOfAll && (verb !== 'list' || values.email !== undefined)) throw new UsageError(USAGE);
  const needsEmail = !isOfAll && !isValueFromInput && lastFour === undefined;
  const email = needsEmail ? required(USAGE, values.email) : values.email;
  const isCreate = verb === 'create';
  const selectors = [values.id !== undefined, lastFour !== undefined, isValueFromInput, all].filter(
    Boolean,
  ).length;
  if (!verb || selectors !== (verb === 'list' || isCreate ? 0 : 1) || lastFour === '')
    throw new UsageError(USAGE);
  return {
    ...values,
    verb,
    email,
    expiresBefore,
    lastFour,
    name: isCreate ? required(USAGE, values.name) : '',
    // An empty day is rejected, so that an unset shell variable can't create a token that never expires.
    lastDay: isCreate && expires !== undefined ? required(USAGE, expires) : '',
    // An invalid ID matches no token.
    id: values.id === undefined ? undefined : (parseId(required(USAGE, values.id)) ?? -1),
  };
}

async function linesOf(db: PrismaClient, tokens: readonly FoundToken[]): Promise<string> {
  const now = await databaseTime(db);
  const lines = tokens.map((token) => {
    const { id, name, prefix, lastFour, version, expiresAt, lastUsedAt, lastAddress, user } = token;
    const lastUse = `last used ${lastUsedAt?.toISOString() ?? 'never'}${lastAddress === null ? '' : ` from ${lastAddress}`}`;
    const state = user.disabledAt
      ? `${stateOf(token, now)}, account disabled`
      : stateOf(token, now);
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

function expiryText(expiresAt: Date | null): string {
  if (!expiresAt) return 'never expires';
  const lastDay = lastDayOf(expiresAt);
  return `expires ${lastDay === undefined ? expiresAt.toISOString() : `at the end of ${lastDay} UTC`}`;
}
