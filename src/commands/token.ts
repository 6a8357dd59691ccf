// `npm run token -- create|list|revoke`: the API tokens of a user, for operators.
import { issueToken } from '../accounts/issue-token.ts';
import { lastDayOf, TokenRefusedError } from '../accounts/token-rules.ts';
import { databaseTime, stateOf } from '../accounts/token-state.ts';
import { listTokens, revokeToken, type TokenRow } from '../accounts/tokens.ts';
import { parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { parseCommandLine, print, required } from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N [--expires YYYY-MM-DD]
  npm run token -- list --email E
  npm run token -- revoke --email E --id ID
--expires is the last day, in UTC, on which the token is usable; without it the token does not expire.`;

const VERBS = ['create', 'list', 'revoke'] as const;

await withDatabase(USAGE, parseCommand, async ({ db }, command, { environment }) => {
  const { id: userId } = await existingUser(db, command.email);
  switch (command.verb) {
    case 'create': {
      const version = createVersions(RELEASES).newest();
      const { name, lastDay } = command;
      const { value } = await issueToken(db, { userId, name, lastDay, environment, version }).catch(inUsage);
      return print(`${value}\nThe token is shown only this once.`);
    }
    case 'list': {
      const now = await databaseTime(db);
      return print((await listTokens(db, userId)).map((token) => line(token, now)).join('\n'));
    }
    case 'revoke': {
      const isRevoked = command.id !== undefined && (await revokeToken(db, userId, command.id));
      if (!isRevoked) throw new UsageError('The user has no such token, or it is revoked already');
      return print('The token is revoked.');
    }
  }
});

function parseCommand() {
  const options = {
    email: { type: 'string' },
    name: { type: 'string' },
    id: { type: 'string' },
    expires: { type: 'string' },
  } as const;
  const { values, positionals } = parseCommandLine(USAGE, options, 1);
  const verb = VERBS.find((known) => known === positionals[0]);
  const email = required(USAGE, values.email);
  if (!verb) throw new UsageError(USAGE);
  const isCreate = verb === 'create';
  return {
    verb,
    email,
    name: isCreate ? required(USAGE, values.name) : '',
    // An empty day is refused: a variable that a script has not set must not make a token that never expires.
    lastDay: isCreate && values.expires !== undefined ? required(USAGE, values.expires) : '',
    id: verb === 'revoke' ? parseId(required(USAGE, values.id)) : undefined,
  };
}

function inUsage(error: unknown): never {
  throw error instanceof TokenRefusedError ? new UsageError(error.message) : error;
}

function line(token: TokenRow, now: Date): string {
  const { id, name, prefix, lastFour, version, expiresAt, lastUsedAt } = token;
  const lastUse = `last used ${lastUsedAt?.toISOString() ?? 'never'}`;
  return [id, `${prefix}…${lastFour}`, version, stateOf(token, now), expiryText(expiresAt), lastUse, name].join('  ');
}

function expiryText(expiresAt: Date | null): string {
  if (!expiresAt) return 'expires never';
  const lastDay = lastDayOf(expiresAt);
  return `expires ${lastDay === undefined ? expiresAt.toISOString() : `at the end of ${lastDay} UTC`}`;
}
