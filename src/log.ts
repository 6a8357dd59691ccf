// Every field and message of the log; `.deploy/logs.md` explains them, and a test compares the two.

/**
 * Names from OpenTelemetry's semantic conventions, and the service's own below `owner_api.`; undefined fields are
 * omitted.
 */
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
  readonly 'owner_api.ids_used'?: number | undefined;
  /** Seconds by which this node's clock is ahead of the database's. */
  readonly 'owner_api.clock_offset'?: number | undefined;
  /** When a process that left no trace of a stop was last seen, in ISO 8601. */
  readonly 'owner_api.last_seen'?: string | undefined;
  readonly 'owner_api.operation'?: string | undefined;
  /** Such as `read,write`. */
  readonly 'owner_api.permissions'?: string | undefined;
  /** When the token that was rolled ends, in ISO 8601. */
  readonly 'owner_api.predecessor_ends'?: string | undefined;
  readonly 'owner_api.predecessor_id'?: number | undefined;
  readonly 'owner_api.reason'?: string | undefined;
  readonly 'owner_api.rehearsed'?: string | undefined;
  readonly 'owner_api.replayed'?: true | undefined;
  readonly 'owner_api.request_id'?: string | undefined;
  readonly 'owner_api.requests'?: number | undefined;
  readonly 'owner_api.sequence'?: string | undefined;
  readonly 'owner_api.surface'?: string | undefined;
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

/** The `${…}` values are chosen by the service and its operator, never by a client. */
export type LogMessage =
  | 'request'
  | 'aborted'
  | 'unexpected error'
  | `503: ${string}`
  | 'most IDs of a table are used'
  | 'the clocks of this node and the database differ by seconds'
  | 'The previous process of this node did not shut down cleanly.'
  | 'Node.js warning'
  | 'usage not written, will be retried'
  | 'usage not written, dropped because the database rejects it'
  | 'activity not written'
  | 'old rows not deleted'
  | `Read a value of newer code as an older one: ${string}`
  | 'lost an idle database connection'
  | 'traces not sent'
  | 'disk almost full, writes are rejected'
  | 'enough disk space again, writes are accepted'
  | `Creating the database in ${string} …`
  | `Applying the migration ${string} …`
  | `The database has migrations of a newer version of the service: ${string}`
  | `A migration is waiting: ${string}`
  | `Waiting up to ${number} s for the database at ${string}: ${string}`
  | 'Writing the demo data …'
  | `Unknown variable ${string}: did you mean ${string}?`
  | `The variable ${string} no longer has any effect.`
  | `Version ${string} is not released yet and will be served from that day on.`
  | `Version ${string} ends on ${string}.`
  | `Live at ${string} runs without TLS, so cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`
  | `Version ${string} is listening at ${string}.`
  | 'draining'
  | 'stopped'
  | `Worker ${number} started.`
  | `Worker ${number} ended ${string}.`
  | SecurityMessage;

/** The action of a security event and its message, logged at the level `notice`, which nothing else uses. */
export const SECURITY_MESSAGES = {
  'signed-in': 'signed in',
  'sign-in-refused': 'sign-in failed',
  'sign-in-throttled': 'sign-in rate limited',
  'signed-out': 'signed out',
  'provider-linked': 'provider account linked',
  'provider-unlinked': 'provider accounts unlinked',
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

/** A pino logger that only accepts these fields and messages. */
export interface Log {
  readonly error: Say;
  readonly warn: Say;
  readonly notice: (fields: LogFields, message: SecurityMessage) => void;
  readonly info: Say;
  readonly debug: Say;
}
