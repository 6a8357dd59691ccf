// Why a database is unavailable, in the causes that operators distinguish, and what they can do about it.
import { evidence } from './error-evidence.ts';

/** The error of a connection to a standby. */
export const STANDBY = 'the server is a standby';

/** Before the code of an error that prevents a connection. */
const NOT_CONNECTED = 'NOT_CONNECTED_';

class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code: string;
  /** Prisma's adapter keeps the code and the message of an error that has one. */
  readonly severity = 'FATAL';

  constructor(cause: Error & { readonly code?: string }) {
    super(cause.message, { cause });
    this.code = `${NOT_CONNECTED}${cause.code ?? ''}`;
  }
}

/** The SQLSTATEs of a server's system and of its code, which poolers use for anything. */
const FAILED_INSIDE = /^(58|XX)\w{3}$/;

/** Whatever prevents a connection is an outage: servers, poolers and proxies have codes of their own. */
export function connectError(error: Error & { readonly code?: string }) {
  const isKnown = findOutage(error) && !FAILED_INSIDE.test(error.code ?? '');
  return isKnown ? error : new ConnectError(error);
}

export function failToConnect(error: Error): never {
  throw connectError(error);
}

/** The error of an embedded database whose files are missing, or may belong to another process. */
export const DIRECTORY_GONE = 'its directory or its lock was deleted or unmounted';

interface Help {
  /** Instead of the error's own message. */
  readonly reason?: string | undefined;
  /** What to do if the database can't be opened. */
  readonly advice?: string | undefined;
  /** Only a configuration change fixes it. */
  readonly isLasting?: true;
}

const lasting = (advice?: string, reason?: string): Help => ({
  advice,
  reason,
  isLasting: true,
});

const CORRECT_HOST = 'Correct the host and port in DATABASE_URL';
const CORRECT_USER = 'Correct the user and the password in DATABASE_URL.';
const SEE_LOG: Help = {
  advice: 'See the log of the server, or of the proxy in front of it.',
};
const NO_RESPONSE: Help = {
  reason: 'it does not respond',
  advice: `${CORRECT_HOST}, or allow this machine in its firewall.`,
};
const CLOSING: Help = { ...SEE_LOG, reason: 'it closes connections' };

/**
 * Each cause has the codes (SQLSTATE, Prisma, Node), kinds (of the adapters) and messages (of pg and PGlite, whose
 * errors have no code) to match. The first match counts.
 */
const OUTAGES = [
  ['conflict', /^(40P01|40001|TransactionWriteConflict|P2034)$/],
  ['deadline', /^DEADLINE_EXCEEDED$/],
  ['connections_busy', /^(timeout exceeded when trying to connect|P2024|P2028|P2037)$/],
  [
    'silent',
    /^(timeout expired|Query read timeout|.* due to connection timeout|ETIMEDOUT|SocketTimeout)$/,
    NO_RESPONSE,
  ],
  ['read_only', /^25006$/],
  [
    'read_only',
    new RegExp(`^${STANDBY}$`),
    {
      reason: 'it is a standby in recovery, which accepts no writes',
      advice: 'Use the primary in DATABASE_URL, or promote the standby.',
    },
  ],
  [
    'no_connection',
    new RegExp(`^${DIRECTORY_GONE}$`),
    {
      reason: DIRECTORY_GONE,
      advice: 'Stop the service, restore DATA_DIR if it is missing, then start again.',
    },
  ],
  // Prisma's adapter has a single kind for the next two.
  [
    'no_connection',
    /^(ECONNREFUSED|DatabaseNotReachable)$/,
    {
      reason: 'no server is listening there',
      advice: `${CORRECT_HOST}, or start the server.`,
    },
  ],
  [
    'no_connection',
    /^(ENOTFOUND|EAI_AGAIN)$/,
    { reason: 'this host name is unknown', advice: `${CORRECT_HOST}.` },
  ],
  ['no_connection', /^E(HOST|NET)(UNREACH|DOWN)$/, NO_RESPONSE],
  ['no_connection', /^28P01$/, lasting(CORRECT_USER)],
  [
    'no_connection',
    /^SASL: .*: client password must be a string$/,
    lasting(CORRECT_USER, 'it requires a password'),
  ],
  [
    'no_connection',
    /^28000$/,
    lasting(`${CORRECT_USER} Add sslmode=verify-full if the server requires TLS.`),
  ],
  ['no_connection', /^3D000$/, lasting('Create it, or correct the name in DATABASE_URL.')],
  [
    'no_connection',
    /^The server does not support SSL/,
    lasting('Remove sslmode from DATABASE_URL, or enable TLS on the server.'),
  ],
  [
    'no_connection',
    /^(SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY))$/,
    lasting(
      'Add sslrootcert=FILE to DATABASE_URL, with the certificate of its authority (CA).',
    ),
  ],
  [
    'no_connection',
    /^(ENOENT|EACCES)$/,
    lasting('Correct sslrootcert in DATABASE_URL.', 'a certificate file is not readable'),
  ],
  ['no_connection', /^(28\w{3}|55000|AuthenticationFailed|Database\w+|SASL: .*)$/, lasting()],
  ['no_connection', /^(TlsConnectionError|(CERT|ERR_TLS|ERR_SSL|UNABLE_TO)_\w+)$/, lasting()],
  ['ids_used_up', /^2200H$/],
  ['disk_full', /^(53100|ENOSPC)$/],
  [
    'right_missing',
    /^42501$/,
    lasting(
      'Grant the role its privileges, as .deploy/roles.sql does, or make it the owner of the database.',
    ),
  ],
  [
    'no_connection',
    /^unsupported startup parameter/,
    lasting(
      'Remove it from DATABASE_URL (or PGOPTIONS), or add it to ignore_startup_parameters of the pooler.',
    ),
  ],
  // An invalid value or an unknown setting.
  [
    'no_connection',
    new RegExp(`^${NOT_CONNECTED}(22|42)`),
    lasting('Correct DATABASE_URL, whose server must be PostgreSQL 14 or newer.'),
  ],
  ['table_locked', /^55P03$/],
  ['slow_statement', /^57014$/],
  ['connection_lost', /^(08\w{3}|57P0\w)$/, SEE_LOG],
  ['connection_lost', /^(ECONNRESET|EPIPE|Connection terminated( unexpectedly)?)$/, CLOSING],
  [
    'connection_lost',
    /^(P10(01|02|08|17)|ConnectionClosed|ECONNABORTED|EMFILE|PGlite is clos(ing|ed))$/,
  ],
  [
    'database_failed',
    /^53300$/,
    {
      advice:
        'Lower connection_limit in DATABASE_URL, or raise max_connections of the server.',
    },
  ],
  // Out of memory or connections, a failed or idle transaction, a failing disk, an expired transaction.
  [
    'database_failed',
    /^(53\w{3}|25P0[234]|58030|TooManyConnections|TransactionAlreadyClosed)$/,
  ],
  [
    'database_failed',
    /^(Client .* is not queryable|Cannot use a pool after calling end .*)$/,
  ],
  ['no_connection', new RegExp(`^${NOT_CONNECTED}`), SEE_LOG],
  // Failures of the server itself, and of poolers that have lost it.
  ['database_failed', FAILED_INSIDE, SEE_LOG],
] as const satisfies readonly (readonly [string, RegExp, Help?])[];

/** Why the database is unavailable. */
export type Outage = (typeof OUTAGES)[number][0];

/** Undefined for an error of a request or the code. */
export function findOutage(error: unknown): (Help & { readonly outage: Outage }) | undefined {
  const found = evidence(error);
  const row = OUTAGES.find(([, pattern]) => found.some((one) => pattern.test(one)));
  return row && { outage: row[0], ...row[2] };
}
