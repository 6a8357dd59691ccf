// Every field and every message of the log; `.deploy/logs.md` says what they mean, and a test compares the two.

/** Names of OpenTelemetry's semantic conventions, and those of the service below `owner_api.`; undefined fields are left out. */
export interface LogFields {
  readonly 'client.address'?: string | undefined;
  readonly 'deployment.environment.name'?: string | undefined;
  readonly 'error.type'?: string | undefined;
  readonly 'event.action'?: string | undefined;
  readonly 'event.name'?: string | undefined;
  readonly 'exception.message'?: string | undefined;
  readonly 'file.directory'?: string | undefined;
  readonly 'http.request.method'?: string | undefined;
  readonly 'http.response.status_code'?: number | undefined;
  readonly 'http.route'?: string | undefined;
  readonly 'http.server.request.duration'?: number | undefined;
  readonly 'owner_api.account'?: string | undefined;
  readonly 'owner_api.client_request_id'?: string | undefined;
  readonly 'owner_api.disk_free'?: string | undefined;
  readonly 'owner_api.disk_reserve'?: string | undefined;
  readonly 'owner_api.drain_seconds'?: number | undefined;
  readonly 'owner_api.dropped'?: number | undefined;
  readonly 'owner_api.failure'?: string | undefined;
  readonly 'owner_api.held_by'?: string | undefined;
  readonly 'owner_api.ids_used'?: number | undefined;
  /** Seconds by which the clock of this node is ahead of that of the database. */
  readonly 'owner_api.clock_offset'?: number | undefined;
  /** When a process was seen that left no trace of a stop, in ISO 8601. */
  readonly 'owner_api.last_seen'?: string | undefined;
  readonly 'owner_api.operation'?: string | undefined;
  /** Such as `read,write`. */
  readonly 'owner_api.permissions'?: string | undefined;
  /** When the token that a roll replaced ends, in ISO 8601. */
  readonly 'owner_api.predecessor_ends'?: string | undefined;
  readonly 'owner_api.predecessor_id'?: number | undefined;
  readonly 'owner_api.reason'?: string | undefined;
  readonly 'owner_api.rehearsed'?: string | undefined;
  readonly 'owner_api.replayed'?: true | undefined;
  readonly 'owner_api.request_id'?: string | undefined;
  readonly 'owner_api.requests'?: number | undefined;
  readonly 'owner_api.sequence'?: string | undefined;
  readonly 'owner_api.surface'?: string | undefined;
  readonly 'owner_api.table'?: string | undefined;
  readonly 'owner_api.through'?: string | undefined;
  readonly 'owner_api.token_fault'?: string | undefined;
  readonly 'owner_api.token_id'?: number | undefined;
  readonly 'owner_api.user_id'?: number | undefined;
  readonly 'owner_api.worker'?: number | undefined;
  readonly 'owner_api.worker_pid'?: number | undefined;
  readonly 'process.owner'?: string | undefined;
  readonly 'process.runtime.version'?: string | undefined;
  readonly 'server.address'?: string | undefined;
  readonly 'server.port'?: number | undefined;
  readonly 'service.version'?: string | undefined;
  readonly span_id?: string | undefined;
  readonly trace_id?: string | undefined;
  readonly 'url.path'?: string | undefined;
  readonly 'user_agent.original'?: string | undefined;
  readonly 'vcs.ref.head.revision'?: string | undefined;
  /** An error; its line has `error.type`, `exception.type`, `exception.message` and `exception.stacktrace`. */
  readonly err?: unknown;
}

/** The texts `${…}` of a message are chosen by the service and its operator, never by a client. */
export type LogMessage =
  | 'request'
  | 'aborted'
  | 'unexpected fault'
  | `503: ${string}`
  | 'most ids of a table are used'
  | 'the clock of this node differs from that of the database, by seconds'
  | 'The last process of this node ended without a stop.'
  | 'Node warns'
  | 'usage not written, kept for the next time'
  | 'usage not written, dropped because the database refuses it'
  | 'activity not written'
  | 'old rows not dropped'
  | `A value of newer code is read as an older one: ${string}`
  | 'lost an idle database connection'
  | 'traces not sent'
  | 'disk almost full, writes are refused'
  | 'space on the disk again, writes are accepted'
  | `Creating the database in ${string} …`
  | `Applying the migration ${string} …`
  | `The database has migrations that this version of the service does not know; a newer one has applied them: ${string}`
  | `A migration waits: ${string}`
  | `The migration ${string} waits for a lock of ${string}`
  | `Waiting for the database at ${string}, for ${number} s at most: ${string}`
  | 'Writing the demo data …'
  | `The variable ${string} is not one of the service, which has ${string}: is it misspelt?`
  | `Version ${string} is not released yet: it is served from that day on.`
  | `Version ${string} ends on ${string}.${string}`
  | `Live at ${string} is without TLS, and cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`
  | `The password file ${string}, which PGPASSFILE names, can not be read.`
  | `The password file ${string}, which PGPASSFILE names, is not read: only its owner may have access to it.`
  | `Version ${string} listens at ${string}.`
  | 'draining'
  | 'stopped'
  | `Worker ${number} started.`
  | `Worker ${number} ended ${string}.`
  | SecurityMessage;

/** The action of a security event, and its message, at the level `notice`, which nothing else has. */
export const SECURITY_MESSAGES = {
  'signed-in': 'signed in',
  'sign-in-refused': 'sign-in failed',
  'sign-in-throttled': 'sign-in rate limited',
  'signed-out': 'signed out',
  'provider-linked': 'account of the provider linked',
  'provider-unlinked': 'accounts of providers unlinked',
  'password-changed': 'password changed',
  'password-change-refused': 'password change failed',
  'password-change-throttled': 'password change rate limited',
  'sign-in-confirmed': 'sign-in confirmed',
  'confirmation-refused': 'sign-in confirmation failed',
  'session-ended': 'session ended',
  'sessions-ended': 'other sessions ended',
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

/** A logger of pino that takes these fields and messages alone. */
export interface Log {
  readonly error: Say;
  readonly warn: Say;
  readonly notice: (fields: LogFields, message: SecurityMessage) => void;
  readonly info: Say;
  readonly debug: Say;
}
