// Every field and message of the log; `.deploy/logs.md` explains them, and a test compares the two.
import pino from 'pino';

/** Names from OpenTelemetry's semantic conventions, and the service's own below `owner_api.`; times are in ISO 8601. */
type TextField =
  | 'client.address'
  | 'deployment.environment.name'
  | 'error.type'
  | 'event.action'
  | 'event.name'
  | 'exception.message'
  | 'exception.stacktrace'
  | 'exception.type'
  | 'file.directory'
  | 'http.request.method'
  | 'http.route'
  | 'owner_api.account'
  | 'owner_api.client_request_id'
  | 'owner_api.disk_free'
  | 'owner_api.disk_reserve'
  | 'owner_api.failure'
  | 'owner_api.operation'
  | 'owner_api.permissions'
  | 'owner_api.predecessor_ends'
  | 'owner_api.reason'
  | 'owner_api.rehearsed'
  | 'owner_api.request_id'
  | 'owner_api.sequence'
  | 'owner_api.subject'
  | 'owner_api.subject_code'
  | 'owner_api.surface'
  | 'owner_api.through'
  | 'owner_api.token_failure'
  | 'owner_api.unfinished'
  | 'process.owner'
  | 'process.runtime.version'
  | 'server.address'
  | 'service.version'
  | 'span_id'
  | 'trace_id'
  | 'url.path'
  | 'user_agent.original'
  | 'vcs.ref.head.revision';

/** Durations and offsets are in seconds. */
type NumberField =
  | 'http.response.status_code'
  | 'http.server.request.duration'
  | 'owner_api.drain_seconds'
  | 'owner_api.dropped'
  | 'owner_api.dropped_lines'
  | 'owner_api.ids_used'
  | 'owner_api.predecessor_id'
  | 'owner_api.requests'
  | 'owner_api.session_id'
  | 'owner_api.token_id'
  | 'owner_api.user_id'
  | 'server.port';

/** Undefined fields are omitted. */
type Fields<Name extends string, Value> = { readonly [name in Name]?: Value | undefined };

export interface LogFields
  extends Fields<TextField, string>,
    Fields<NumberField, number>,
    Fields<'owner_api.replayed', true> {}

/** The `${…}` values are chosen by the service and its operator, never by a client. */
export type LogMessage =
  | 'request'
  | 'aborted'
  | 'unexpected error'
  | `503: ${string}`
  | 'most IDs of a table are used'
  | 'Node.js warning'
  | 'usage not written, will be retried'
  | 'usage not written, dropped because the database rejects it'
  | 'old rows not deleted'
  | `Read a value of newer code as an older one: ${string}`
  | 'lost an idle database connection'
  | 'traces not sent'
  | 'log lines were dropped'
  | 'too many open files: new connections are closed'
  | 'disk almost full, writes are rejected'
  | 'enough disk space again, writes are accepted'
  | `Creating the database in ${string} …`
  | `Applying the migration ${string} …`
  | `The database has migrations of a newer version of the service: ${string}`
  | `A migration is waiting: ${string}`
  | `Waiting up to ${number} s for the database at ${string}: ${string}`
  | 'The database accepts no writes, so this start creates no demo tokens.'
  | `Not a variable of the service: ${string}. .deploy/configure.md lists them.`
  | `Live at ${string} runs without TLS, so cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`
  | `Connections to the database at ${string} run without TLS: add sslmode=verify-full to DATABASE_URL.`
  | `Version ${string} is listening at ${string}.`
  | 'draining'
  | 'stopped'
  | 'stopped before everything was done'
  | SecurityMessage;

/** The action of a security event and its message, logged at the level `notice`, which nothing else uses. */
export const SECURITY_MESSAGES = {
  'signed-in': 'signed in',
  'sign-in-refused': 'sign-in failed',
  'sign-in-state-rejected': 'state of a sign-in rejected',
  'id-token-rejected': 'ID token rejected',
  'sign-in-link-created': 'sign-in link created',
  'signed-out': 'signed out',
  'provider-linked': 'provider account linked',
  'provider-unlinked': 'provider accounts unlinked',
  'sign-in-confirmed': 'sign-in confirmed',
  'sessions-ended': 'all sessions ended',
  'token-created': 'token created',
  'token-rolled': 'token rolled',
  'token-renamed': 'token renamed',
  'token-revoked': 'token revoked',
  'user-created': 'user created',
  'user-renamed': 'user renamed',
  'permissions-changed': 'permissions changed',
  'user-disabled': 'user disabled',
  'user-enabled': 'user enabled',
  'user-erased': 'user erased',
} as const;

type SecurityMessage = (typeof SECURITY_MESSAGES)[keyof typeof SECURITY_MESSAGES];

interface Say {
  (message: LogMessage): void;
  (fields: LogFields, message: LogMessage): void;
}

/** A pino logger that only accepts these fields and messages. */
export interface Log {
  readonly error: Say;
  readonly warn: Say;
  readonly notice: (fields: LogFields, message: SecurityMessage) => void;
  readonly info: Say;
  readonly debug: Say;
}

/**
 * The fields of an error. Its code, such as ECONNREFUSED or an SQLSTATE, becomes `error.type`; other properties may
 * hold values of a request.
 */
export function exceptionFields(thrown: unknown): LogFields {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { type, message, stack } = pino.stdSerializers.err(error);
  return {
    'error.type': 'code' in error ? String(error.code) : type,
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
  };
}
