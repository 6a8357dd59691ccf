// Explains why a database can't be opened and what to do about it, and waits at startup for what may recover.
import { getSystemErrorMessage } from 'node:util';
import type { DatabaseLog } from './connection.ts';
import {
  causesOf,
  evidence,
  isLasting,
  isUnavailable,
  outageOf,
  reasonOf,
  STANDBY,
} from './database-errors.ts';

/** Codes or messages; the reason, unless the error has a message of its own; and the advice. */
type Row = readonly [code: RegExp, reason: string | undefined, advice: string];

const CORRECT_HOST = 'Correct the host and port in DATABASE_URL';
const SEE_LOG = 'See the log of the server, or of the proxy in front of it.';
const NAME_PRIMARY = 'Use the primary in DATABASE_URL, or promote the standby.';
const CORRECT_USER = 'Correct the user and the password in DATABASE_URL.';

/** OpenSSL codes for a certificate authority that Node doesn't know. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY))$/;
/** SQLSTATE: starting up or shutting down; out of disk, memory or connections, and other connection failures. */
const NOT_UP = /^(57P0[123]|53(000|100|200|400)|08(000|001|004|006|P01))$/;
/** These are messages of pg, whose errors have no code. */
const SILENT =
  /^(ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|timeout e.*|Connection terminated due to connection timeout)$/;

const SERVER: readonly Row[] = [
  // Prisma's adapter has a single kind for the next two.
  [
    /^(ECONNREFUSED|DatabaseNotReachable)$/,
    'no server is listening there',
    `${CORRECT_HOST}, or start the server.`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'this host name is unknown', `${CORRECT_HOST}.`],
  [
    new RegExp(`^${STANDBY}$`),
    'it is a standby in recovery, which accepts no writes',
    NAME_PRIMARY,
  ],
  [SILENT, 'it does not respond', `${CORRECT_HOST}, or allow this machine in its firewall.`],
  [/^(ECONNRESET|EPIPE|Connection terminated unexpectedly)$/, 'it closes connections', SEE_LOG],
  [NOT_UP, undefined, SEE_LOG],
  [/^28P01$/, undefined, CORRECT_USER],
  [/^SASL: .*: client password must be a string$/, 'it requires a password', CORRECT_USER],
  [/^28000$/, undefined, `${CORRECT_USER} Add sslmode=verify-full if the server requires TLS.`],
  [/^3D000$/, undefined, 'Create it, or correct the name in DATABASE_URL.'],
  [
    /^42501$/,
    undefined,
    'Grant the role its privileges, as .deploy/roles.sql does, or make it the owner of the database.',
  ],
  [
    /^53300$/,
    undefined,
    'Lower connection_limit in DATABASE_URL, or raise max_connections of the server.',
  ],
  [
    /^The server does not support SSL/,
    undefined,
    'Remove sslmode from DATABASE_URL, or enable TLS on the server.',
  ],
  [
    UNTRUSTED,
    'its certificate is not trusted',
    'Add sslrootcert=FILE to DATABASE_URL, with the certificate of its authority (CA).',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'its certificate has expired',
    'Renew the server certificate, or set the clock: this machine has {now}.',
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    'its certificate is not valid yet',
    'Set the clocks: this machine has {now}.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'its certificate is for another host name',
    'Use that name in DATABASE_URL.',
  ],
  [
    /^(ENOENT|EACCES)$/,
    'a certificate file is not readable',
    'Correct sslrootcert in DATABASE_URL.',
  ],
];

const OTHER_DIRECTORY = 'Set DATA_DIR to a directory that this user can write to.';

const DAMAGED = 'If they are damaged, set DATA_DIR to another directory.';

const DIRECTORY: readonly Row[] = [
  [/^(EEXIST|ENOTDIR)$/, 'a part of this path is a file', OTHER_DIRECTORY],
  [/^ENOENT$/, 'no directory can be created there', OTHER_DIRECTORY],
  [/^EROFS$/, 'the file system is read-only', OTHER_DIRECTORY],
  [/^(EACCES|EPERM)$/, 'this user has no write permission there', OTHER_DIRECTORY],
  [/^PGlite failed to initialize properly$/, 'PostgreSQL does not start with its files', DAMAGED],
];

export const serverFault = (host: string, error: unknown): string =>
  `The database at ${host} can't be opened: ${whyClosed(error)}`;

const whyClosed = (error: unknown): string => connectionMessage(error, SERVER);

/** The message of the server or driver; if it can't be connected to, also what an operator can do about it. */
export function outageMessage(error: unknown, outage = outageOf(error)): string {
  // The innermost error; the outer ones have Prisma's text.
  const first = causesOf(error).findLast((one) => one instanceof Error);
  return outage === 'no_connection' ? whyClosed(first) : reasonOf(first);
}

export const directoryFault = (directory: string, error: unknown): string =>
  `The database in ${directory} can't be opened: ${connectionMessage(error, DIRECTORY)}`;

function connectionMessage(error: unknown, rows: readonly Row[]): string {
  const found = evidence(error);
  const [, reason = ownWords(error), advice] =
    rows.find(([code]) => found.some((one) => code.test(one))) ?? [];
  return advice ? `${reason}. ${advice.replace('{now}', new Date().toISOString())}` : reason;
}

/** A system error's message starts with its code and ends with the call. */
function ownWords(error: unknown): string {
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : reasonOf(error);
}

/** Whether the server may accept connections later without a configuration change. */
const mayRecover = (error: unknown): boolean => isUnavailable(error) && !isLasting(error);

const TICK_MILLISECONDS = 100;
const FIRST_LINE_MILLISECONDS = 1_000;
const NEXT_LINE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 500;

/** Retries until a connection succeeds, for `seconds`; 0 means one attempt. @throws the error of the last attempt */
export async function waitForServer(
  host: string,
  tryOnce: () => Promise<void>,
  seconds: number,
  log?: DatabaseLog,
): Promise<void> {
  let why = 'no connection yet';
  let waited = 0;
  let nextLine = FIRST_LINE_MILLISECONDS;
  const warn = () => {
    nextLine = waited + NEXT_LINE_MILLISECONDS;
    log?.warn({}, `Waiting up to ${seconds} s for the database at ${host}: ${why}`);
  };
  // This clock stops while the event loop is blocked, so that a process with little CPU time has longer to connect.
  const clock = setInterval(() => {
    waited += TICK_MILLISECONDS;
    if (seconds > 0 && waited >= nextLine) warn();
  }, TICK_MILLISECONDS);
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce();
      } catch (error) {
        if (!mayRecover(error) || waited >= seconds * 1_000) throw error;
        why = whyClosed(error);
      }
      if (tries === 1) warn();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  } finally {
    clearInterval(clock);
  }
}
