// `npm run token -- create|list|revoke`: the API tokens of a user, for operators.
import { parseArgs } from 'node:util';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { createToken, listTokens, revokeToken, TOKEN_NAME_MAX_LENGTH } from '../accounts/tokens.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { type Id, parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N
  npm run token -- list --email E
  npm run token -- revoke --email E --id ID`;

await withDatabase(parseCommand, async ({ db }, command, { environment }) => {
  const user = await findUserByEmail(db, command.email);
  if (!user) throw new UsageError(`No user has the e-mail address ${command.email}`);
  switch (command.verb) {
    case 'create': {
      const version = createVersions(RELEASES).newest();
      const { value } = await createToken(db, { userId: user.id, name: command.name, environment, version });
      return print(`${value}\nThis is the only time that the token is shown.`);
    }
    case 'list':
      return print(await table(db, user.id));
    case 'revoke': {
      const isRevoked = command.id !== undefined && (await revokeToken(db, user.id, command.id));
      if (!isRevoked) throw new UsageError('No such token that is valid');
      return print('Revoked.');
    }
  }
});

type Command = { readonly email: string } & (
  | { readonly verb: 'create'; readonly name: string }
  | { readonly verb: 'list' }
  | { readonly verb: 'revoke'; readonly id: Id | undefined }
);

function parseCommand(): Command {
  const { values, positionals } = parseOptions();
  const [verb] = positionals;
  const email = required(values.email);
  switch (verb) {
    case 'create':
      return { verb, email, name: tokenName(required(values.name)) };
    case 'list':
      return { verb, email };
    case 'revoke':
      return { verb, email, id: parseId(required(values.id)) };
    default:
      throw new UsageError(USAGE);
  }
}

function tokenName(name: string): string {
  if ([...name].length <= TOKEN_NAME_MAX_LENGTH) return name;
  throw new UsageError(`A name has at most ${TOKEN_NAME_MAX_LENGTH} characters`);
}

function parseOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' }, id: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function required(value: string | undefined): string {
  if (!value?.trim()) throw new UsageError(USAGE);
  return value;
}

async function table(db: PrismaClient, userId: number): Promise<string> {
  const tokens = await listTokens(db, userId);
  return tokens
    .map(({ id, name, prefix, lastFour, version, revokedAt, lastUsedAt }) =>
      [
        id,
        `${prefix}…${lastFour}`,
        version,
        revokedAt ? 'revoked' : 'valid',
        `last used ${lastUsedAt?.toISOString() ?? 'never'}`,
        name,
      ].join('  '),
    )
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
