// Security events: what users and commands do to accounts, sessions and tokens. Each is a line of the log, written once
// the act is done; nothing else records it (D50).
import { hash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Log, type LogFields, SECURITY_MESSAGES } from '../log.ts';
import { emailKey } from './email-key.ts';

export interface SecurityEvent {
  readonly action: keyof typeof SECURITY_MESSAGES;
  /** Absent if the account is unknown. */
  readonly userId?: number;
  /** As typed; it may not belong to any account. */
  readonly email?: string;
  /** Of an account at the provider that signs nobody in, or that was linked by an operator. */
  readonly subject?: string;
  /** The session that started or ended; absent: the origin's. */
  readonly sessionId?: number;
  readonly tokenId?: number;
  /** The token that the roll replaces, and when it ends. */
  readonly predecessorId?: number;
  readonly predecessorEnds?: Date;
  /** The user's permissions from then on. */
  readonly permissions?: readonly string[];
  /** Why an attempt failed. */
  readonly reason?: string;
}

/** A user or a command, with the database of its acts and the log that records them. */
export interface Actor {
  readonly db: PrismaClient;
  readonly log: Log;
  /**
   * Fields of the log: where and how it was done, by a user in a dashboard request, or by an operator with a command or
   * at startup.
   */
  readonly origin: LogFields;
}

/** Call it after the commit of the act. */
export const logEvent = (
  { log, origin }: Actor,
  { action, userId, email, subject, permissions, ...event }: SecurityEvent,
) =>
  log.notice(
    {
      ...origin,
      'event.name': 'owner_api.security',
      'event.action': action,
      'owner_api.user_id': userId,
      'owner_api.account': email === undefined ? undefined : maskedEmail(email),
      // Some providers' are e-mail addresses.
      'owner_api.subject': subject?.includes('@') ? undefined : subject,
      'owner_api.subject_code': subject && subjectCode(subject),
      'owner_api.token_id': event.tokenId,
      'owner_api.predecessor_id': event.predecessorId,
      'owner_api.predecessor_ends': event.predecessorEnds?.toISOString(),
      'owner_api.permissions': permissions?.join(',').toLowerCase(),
      'owner_api.session_id': event.sessionId ?? origin['owner_api.session_id'],
      'owner_api.reason': event.reason ?? origin['owner_api.reason'],
    },
    SECURITY_MESSAGES[action],
  );

interface Operator {
  /** The name that was given. */
  readonly as?: string;
  readonly reason?: string;
  /** Who is behind sudo. */
  readonly sudoUser?: string | undefined;
}

/** A command or a start; its owner is such as `olivia (root@db1)`, or the account alone. */
export function commandOrigin({ as, reason, sudoUser }: Operator = {}) {
  const account = `${sudoUser || accountName()}@${hostname()}`;
  const owner = as ? `${as} (${account})` : account;
  return {
    'owner_api.through': 'command',
    'process.owner': owner,
    'owner_api.reason': reason,
  } as const;
}

/** The account of the process; its number where it has no name, as in containers. */
function accountName() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** Eight digits that a user can read to an operator, who finds the subject in the log with them. */
export const subjectCode = (subject: string) => hash('sha256', subject, 'hex').slice(0, 8);

/**
 * Two letters of an address and eight digits of its SHA-256: operators who know the address can find it, others can't
 * read it.
 */
function maskedEmail(email: string) {
  const key = emailKey(email);
  const letters = [...key.split('@', 1).join('')].slice(0, 2).join('');
  return `${letters}… ${hash('sha256', key, 'hex').slice(0, 8)}`;
}
