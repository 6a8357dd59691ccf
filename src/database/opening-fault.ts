// Why a database can't be opened, in words, and what an operator does about it.
import { getSystemErrorMessage } from 'node:util';
import { ConnectionFailure, evidence, reasonOf } from './database-errors.ts';

/** Codes, the reason unless the error has words of its own, and the advice. */
type Row = readonly [codes: readonly string[], reason: string | undefined, advice: string];

const CORRECT_HOST = 'Correct the host and port in DATABASE_URL';
const CORRECT_USER = 'Correct the user and the password in DATABASE_URL.';

/** Messages of pg, whose errors have no code. */
const SILENT = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
];

/** Codes of OpenSSL for an authority that Node does not know. */
const UNTRUSTED = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];

const SERVER: readonly Row[] = [
  [['ECONNREFUSED'], 'no server listens there', `${CORRECT_HOST}, or start the server.`],
  [['ENOTFOUND', 'EAI_AGAIN'], 'no address is known for this host', `${CORRECT_HOST}.`],
  [
    ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', ...SILENT],
    'it does not answer',
    `${CORRECT_HOST}, or let this machine through its firewall.`,
  ],
  [['28P01'], undefined, CORRECT_USER],
  [['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'], 'it asks for a password', CORRECT_USER],
  [['28000'], undefined, `${CORRECT_USER} Add sslmode=verify-full if the server wants TLS.`],
  [['3D000'], undefined, 'Create it, or correct the name in DATABASE_URL.'],
  [['42501'], undefined, 'Let this user create tables, or make the user the owner of the database.'],
  [['53300'], undefined, 'Lower connection_limit in DATABASE_URL, or raise max_connections of the server.'],
  [
    ['The server does not support SSL connections'],
    undefined,
    'Remove sslmode from DATABASE_URL, or let the server take TLS.',
  ],
  [
    UNTRUSTED,
    'its certificate is not trusted',
    'Add sslrootcert=FILE to DATABASE_URL, with the certificate of its authority.',
  ],
  [['ERR_TLS_CERT_ALTNAME_INVALID'], 'its certificate has another host name', 'Use that name in DATABASE_URL.'],
  [['ENOENT', 'EACCES'], 'a file with a certificate can not be read', 'Correct sslrootcert in DATABASE_URL.'],
];

const OTHER_DIRECTORY = 'Set DATA_DIR to a directory that this user can write to.';

const DIRECTORY: readonly Row[] = [
  [['EEXIST', 'ENOTDIR'], 'a part of this path is a file', OTHER_DIRECTORY],
  [['ENOENT'], 'no directory can be made there', OTHER_DIRECTORY],
  [['EROFS'], 'the file system is read-only', OTHER_DIRECTORY],
  [['EACCES', 'EPERM'], 'this user may not write there', OTHER_DIRECTORY],
  [
    ['PGlite failed to initialize properly'],
    'PostgreSQL does not start on its files',
    'If they are damaged, set DATA_DIR to another directory.',
  ],
];

export const serverFault = (host: string, error: unknown): string =>
  `The database at ${host} can't be opened: ${inWords(error, SERVER)}`;

export const directoryFault = (directory: string, error: unknown): string =>
  `The database in ${directory} can't be opened: ${inWords(error, DIRECTORY)}`;

function inWords(error: unknown, rows: readonly Row[]): string {
  const found = evidence(error);
  const [, reason = ownWords(error), advice] = rows.find(([codes]) => codes.some((code) => found.includes(code))) ?? [];
  return advice ? `${reason}. ${advice}` : reason;
}

/** The message of a system error begins with its code and ends with the call. */
function ownWords(error: unknown): string {
  if (error instanceof ConnectionFailure) return ownWords(error.cause);
  const { errno } = (error ?? {}) as { errno?: unknown };
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : reasonOf(error);
}
