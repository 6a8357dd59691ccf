// `npm run token -- create|list|revoke`: the API tokens of a user, for operators.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { issueToken, TokenRefusedError } from '../accounts/issue-token.ts';
import { listTokens, type NewToken, revokeToken, type TokenRow } from '../accounts/tokens.ts';
import { type Id, parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { parseCommandLine, print, required } from './command-line.ts';
import { existingUser, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N
  npm run token -- list --email E
  npm run token -- revoke --email E --id ID`;

await withDatabase(USAGE, parseCommand, async ({ db }, command, { environment }) => {
  const { id: userId } = await existingUser(db, command.email);
  switch (command.verb) {
    case 'create': {
      const version = createVersions(RELEASES).newest();
      const value = await create(db, { userId, name: command.name, environment, version });
      return print(`${value}\nThe token is shown only this once.`);
    }
    case 'list':
      return print((await listTokens(db, userId)).map(line).join('\n'));
    case 'revoke': {
      const isRevoked = command.id !== undefined && (await revokeToken(db, userId, command.id));
      if (!isRevoked) throw new UsageError('The user has no valid token with this id');
      return print('The token is revoked.');
    }
  }
});

type Command = { readonly email: string } & (
  | { readonly verb: 'create'; readonly name: string }
  | { readonly verb: 'list' }
  | { readonly verb: 'revoke'; readonly id: Id | undefined }
);

function parseCommand(): Command {
  const options = { email: { type: 'string' }, name: { type: 'string' }, id: { type: 'string' } } as const;
  const { values, positionals } = parseCommandLine(USAGE, options, 1);
  const [verb] = positionals;
  const email = required(USAGE, values.email);
  switch (verb) {
    case 'create':
      return { verb, email, name: required(USAGE, values.name) };
    case 'list':
      return { verb, email };
    case 'revoke':
      return { verb, email, id: parseId(required(USAGE, values.id)) };
    default:
      throw new UsageError(USAGE);
  }
}

async function create(db: PrismaClient, token: NewToken): Promise<string> {
  try {
    return (await issueToken(db, token)).value;
  } catch (error) {
    throw error instanceof TokenRefusedError ? new UsageError(error.message) : error;
  }
}

function line({ id, name, prefix, lastFour, version, revokedAt, lastUsedAt }: TokenRow): string {
  const state = revokedAt ? 'revoked' : 'valid';
  const lastUse = `last used ${lastUsedAt?.toISOString() ?? 'never'}`;
  return [id, `${prefix}…${lastFour}`, version, state, lastUse, name].join('  ');
}
