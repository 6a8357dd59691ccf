// Security events: what people and commands do to accounts, sessions and tokens. All of them are told here.
import { createHash } from 'node:crypto';
import type { Log, SecurityMessage } from '../log.ts';
import { emailKey } from './users.ts';

/** The action of an event in the log, and its message. */
const MESSAGES = {
  'signed-in': 'signed in',
  'sign-in-refused': 'sign-in refused',
  'sign-in-throttled': 'sign-in throttled',
  'signed-out': 'signed out',
  'password-changed': 'password changed',
  'password-change-refused': 'password change refused',
  'password-change-throttled': 'password change throttled',
  'sessions-ended': 'other sessions ended',
  'token-created': 'token created',
  'token-rolled': 'token rolled',
  'token-renamed': 'token renamed',
  'token-revoked': 'token revoked',
  'user-created': 'user created',
  'permissions-changed': 'permissions changed',
  'user-disabled': 'user disabled',
  'user-enabled': 'user enabled',
  'user-erased': 'user erased',
} as const satisfies Record<string, SecurityMessage>;

export interface SecurityEvent {
  readonly action: keyof typeof MESSAGES;
  /** The account, by its id where it is known, else by the address that was typed. */
  readonly userId?: number | undefined;
  readonly email?: string;
  readonly tokenId?: number;
  /** The token that a roll has replaced. */
  readonly predecessorId?: number;
}

/** Who did it, from where and how: a person in a request of the dashboard, or an operator by a command. */
export type Origin =
  | {
      readonly through: 'dashboard';
      readonly address: string;
      readonly agent?: string | undefined;
      readonly requestId: string;
    }
  | {
      readonly through: 'command';
      /** The account of the operating system. */
      readonly owner: string;
    };

/** Tells of an act that is done, or was refused. */
export type Tell = (event: SecurityEvent) => void;

export const tellEvents =
  (log: Log, origin: Origin): Tell =>
  ({ action, userId, email, tokenId, predecessorId }) =>
    log.notice(
      {
        'event.name': 'owner_api.security',
        'event.action': action,
        'owner_api.through': origin.through,
        'owner_api.user_id': userId,
        'owner_api.account': email === undefined ? undefined : maskedEmail(email),
        'owner_api.token_id': tokenId,
        'owner_api.predecessor_id': predecessorId,
        ...(origin.through === 'dashboard'
          ? {
              'client.address': origin.address,
              'user_agent.original': origin.agent,
              'owner_api.request_id': origin.requestId,
            }
          : { 'process.owner': origin.owner }),
      },
      MESSAGES[action],
    );

const FIRST_LETTERS = 2;
const HASH_LENGTH = 8;

/** The first letters of an address and of its SHA-256: an operator who knows the address finds it, others do not read it. */
function maskedEmail(email: string): string {
  const key = emailKey(email);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  const letters = [...key.split('@', 1).join('')].slice(0, FIRST_LETTERS).join('');
  return `${letters}… ${hash}`;
}
