// Security events: what users and commands do to accounts, sessions and tokens. Each is an activity row of its account,
// written in the act's transaction, and a log line after it.
import { hash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Log, SECURITY_MESSAGES } from '../log.ts';
import { capitalized, cut } from '../text.ts';

export type Action = keyof typeof SECURITY_MESSAGES;

export const actionName = (action: string): string => {
  // A later release may have written an action this one doesn't know.
  const message: string = SECURITY_MESSAGES[action as Action] ?? action;
  return capitalized(message);
};

export const isRefusal = (action: string) => action.endsWith('-refused');

export interface SecurityEvent {
  readonly action: Action;
  readonly userId: number;
  /** The session that started or ended; absent: the origin's. */
  readonly sessionId?: number | undefined;
  readonly token?: {
    readonly id: number;
    readonly name: string;
    readonly predecessorId?: number;
    /** When the predecessor ends. */
    readonly predecessorEnds?: Date;
  };
  /** The user's permissions from then on. */
  readonly permissions?: readonly string[];
}

export type SignInMethod = 'provider' | 'link' | 'demo';

/** Where and how it was done: by a user in a dashboard request, or by an operator with a command or at startup. */
export type Origin =
  | {
      /** All but `dashboard` are sign-ins. */
      readonly through: 'dashboard' | SignInMethod;
      readonly address: string;
      readonly agent?: string | undefined;
      readonly requestId: string;
      /** Absent before the sign-in. */
      readonly sessionId?: number | undefined;
    }
  | CommandOrigin;

/** By an operator. */
interface CommandOrigin {
  readonly through: 'command';
  /** Such as `olivia (root@db1)`, or the account alone. */
  readonly owner: string;
  readonly reason?: string | undefined;
  /** In a replay, when it was originally done; absent: now. */
  readonly at?: Date;
}

/** A user or a command, with the database of its acts and the log that records them. */
export interface Actor {
  readonly db: PrismaClient;
  readonly log: Log;
  readonly origin: Origin;
}

/** Does an act in a transaction; `note` writes an event's row. The log gets the events once they are committed. */
export async function act<Result>(
  actor: Actor,
  work: (
    tx: Prisma.TransactionClient,
    note: (event: SecurityEvent) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  const events: SecurityEvent[] = [];
  const result = await actor.db.$transaction((tx) =>
    work(tx, async (event) => {
      await recordEvent(tx, actor.origin, event);
      events.push(event);
    }),
  );
  for (const event of events) logEvent(actor, event);
  return result;
}

/** An act that is one event of an account. */
export const actOn = <Result>(
  actor: Actor,
  userId: number,
  action: Action,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
) =>
  act(actor, async (tx, note) => {
    const result = await work(tx);
    await note({ action, userId });
    return result;
  });

/** In characters; the columns have one more. */
const MAX_LENGTH = 99;
const MAX_REASON_LENGTH = 299;

export async function recordEvent(
  tx: Prisma.TransactionClient,
  origin: Origin,
  event: SecurityEvent,
): Promise<void> {
  const { action, userId, sessionId, token } = event;
  const { through } = origin;
  const { id: tokenId = null, name: tokenName = null, predecessorId = null } = token ?? {};
  const from =
    through === 'command'
      ? {
          processOwner: cut(origin.owner, MAX_LENGTH),
          reason: cut(origin.reason ?? '', MAX_REASON_LENGTH) || null,
          ...(origin.at && { at: origin.at }),
        }
      : {
          sessionId: sessionId ?? origin.sessionId ?? null,
          address: cut(origin.address, MAX_LENGTH),
          agent: origin.agent ?? null,
        };
  const data = { userId, action, through, tokenId, tokenName, predecessorId, ...from };
  await tx.activity.create({ data, select: { id: true } });
}

/**
 * Logs a completed act, or a failed attempt, which gets no row. `email` is as the provider sent it, and may not belong
 * to any account.
 */
export const logEvent = (
  { log, origin }: Actor,
  {
    action,
    userId,
    email,
    token,
    permissions,
    reason,
  }: Pick<SecurityEvent, 'action' | 'token' | 'permissions'> & {
    readonly userId?: number;
    readonly email?: string;
    /** Why an attempt failed. */
    readonly reason?: string;
  },
) =>
  log.notice(
    {
      'event.name': 'owner_api.security',
      'event.action': action,
      'owner_api.through': origin.through,
      'owner_api.user_id': userId,
      'owner_api.account': email === undefined ? undefined : maskedEmail(email),
      'owner_api.token_id': token?.id,
      'owner_api.predecessor_id': token?.predecessorId,
      'owner_api.predecessor_ends': token?.predecessorEnds?.toISOString(),
      'owner_api.permissions': permissions?.join(',').toLowerCase(),
      ...(origin.through === 'command'
        ? { 'process.owner': origin.owner, 'owner_api.reason': origin.reason }
        : {
            'client.address': origin.address,
            'user_agent.original': origin.agent,
            'owner_api.request_id': origin.requestId,
            'owner_api.reason': reason,
          }),
    },
    SECURITY_MESSAGES[action],
  );

interface Operator {
  /** The name that was given. */
  readonly as?: string | undefined;
  readonly reason?: string | undefined;
  /** Who is behind sudo. */
  readonly sudoUser?: string | undefined;
}

/** A command or a start, with its account at its host. */
export function commandOrigin({ as, reason, sudoUser }: Operator = {}): CommandOrigin {
  const account = `${sudoUser || accountName()}@${hostname()}`;
  return { through: 'command', owner: as ? `${as} (${account})` : account, reason };
}

/** The account of the process; its number where it has no name, as in containers. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** The form in which an account's e-mail address is stored and found; without NUL, which PostgreSQL rejects. */
export const emailKey = (email: string) =>
  email.trim().toLowerCase().normalize('NFC').toWellFormed().replaceAll('\0', '');

/**
 * Two letters of an address and eight digits of its SHA-256: operators who know the address can find it, others can't
 * read it.
 */
function maskedEmail(email: string): string {
  const key = emailKey(email);
  const letters = [...key.split('@', 1).join('')].slice(0, 2).join('');
  return `${letters}… ${hash('sha256', key, 'hex').slice(0, 8)}`;
}
