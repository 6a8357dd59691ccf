// `npm run token -- create|list|revoke`: the API tokens of a user, for operators.
import { parseArgs } from 'node:util';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { createToken, listTokens, revokeToken } from '../accounts/tokens.ts';
import { findUserByEmail } from '../accounts/users.ts';
import { UsageError } from '../last-words.ts';
import { parseId } from '../operation/id.ts';
import { createVersions } from '../operation/versions.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run token -- create --email E --name N
  npm run token -- list --email E
  npm run token -- revoke --email E --id ID`;

await withDatabase(async ({ db }, { environment }) => {
  const { command, email, name, id } = parseCommand();
  const user = await findUserByEmail(db, email);
  if (!user) throw new UsageError(`No user has the e-mail address ${email}`);
  switch (command) {
    case 'create': {
      const version = createVersions().newest();
      const { value } = await createToken(db, { userId: user.id, name: required(name), environment, version });
      return print(`${value}\nThis is the only time that the token is shown.`);
    }
    case 'list':
      return print(await table(db, user.id));
    case 'revoke': {
      const tokenId = parseId(required(id));
      const isRevoked = tokenId !== undefined && (await revokeToken(db, user.id, tokenId));
      if (!isRevoked) throw new UsageError('No such token that is valid');
      return print('Revoked.');
    }
    default:
      throw new UsageError(USAGE);
  }
});

function parseCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' }, id: { type: 'string' } },
    });
    return { ...values, command: positionals[0], email: required(values.email) };
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
