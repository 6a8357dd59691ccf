// Security events: what people and commands do to accounts, sessions and tokens. Each is a row of the activity of its account,
// written in the transaction of the act, and a line of the log after it.
import { createHash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Log, SECURITY_MESSAGES } from '../log.ts';
import { cut } from '../operation/spelling.ts';

export type Action = keyof typeof SECURITY_MESSAGES;

/** Attempts without a bound: the log alone has them. */
const UNRECORDED: readonly Action[] = ['sign-in-throttled', 'password-change-throttled'];

export const ACTIONS = (Object.keys(SECURITY_MESSAGES) as Action[]).filter((action) => !UNRECORDED.includes(action));

export const actionName = (action: string): string => {
  // A newer release may have written one that this one does not know.
  const message: string = SECURITY_MESSAGES[action as Action] ?? action;
  return message.charAt(0).toUpperCase() + message.slice(1);
};

export const isRefusal = (action: string): boolean => action.endsWith('-refused');

export interface SecurityEvent {
  readonly action: Action;
  readonly userId: number;
  /** The session that began or ended; absent: that of the origin. */
  readonly sessionId?: number | undefined;
  readonly token?: {
    readonly id: number;
    readonly name: string;
    readonly predecessorId?: number;
    /** When the predecessor ends. */
    readonly predecessorEnds?: Date;
  };
  /** Those that the user has from then on. */
  readonly permissions?: readonly string[];
}

/** From where and how it was done: by a person in a request of the dashboard, or by an operator with a command or a start. */
export type Origin =
  | {
      /** `provider`: a sign-in there. */
      readonly through: 'dashboard' | 'provider';
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
  /** When it was done first, in a replay; absent: now. */
  readonly at?: Date;
}

/** A person or a command, with the database of its acts and the log that is told of them. */
export interface Actor {
  readonly db: PrismaClient;
  readonly log: Pick<Log, 'notice'>;
  readonly origin: Origin;
}

/** Does an act in a transaction; `note` writes the row of an event. The log is told of them once they are committed. */
export async function act<Result>(
  { db, log, origin }: Actor,
  work: (tx: Prisma.TransactionClient, note: (event: SecurityEvent) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const events: SecurityEvent[] = [];
  const result = await db.$transaction((tx) =>
    work(tx, async (event) => {
      await recordEvent(tx, origin, event);
      events.push(event);
    }),
  );
  for (const event of events) tellEvent({ log, origin }, event);
  return result;
}

/** An act that is one event of an account. */
export const actOn = <Result>(
  actor: Actor,
  userId: number,
  action: Action,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  act(actor, async (tx, note) => {
    const result = await work(tx);
    await note({ action, userId });
    return result;
  });

/** In characters; the columns have one more. */
const MAX_LENGTH = 99;
const MAX_REASON_LENGTH = 299;

export async function recordEvent(tx: Prisma.TransactionClient, origin: Origin, event: SecurityEvent): Promise<void> {
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
 * Tells the log of an act that is done, or of an attempt that is no row: throttled ones have no bound. `email` was typed, and may be
 * that of no account.
 */
export const tellEvent = (
  { log, origin }: Pick<Actor, 'log' | 'origin'>,
  {
    action,
    userId,
    email,
    token,
    permissions,
  }: Pick<SecurityEvent, 'action' | 'token' | 'permissions'> & { userId?: number; email?: string },
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
          }),
    },
    SECURITY_MESSAGES[action],
  );

/**
 * Writes the row of a refused sign-in; an unknown account has none. It is called after the answer, whose time tells nothing
 * then. The throttles bound these rows.
 */
export async function recordRefusedSignIn({ db, origin }: Pick<Actor, 'db' | 'origin'>, email: string): Promise<void> {
  const user = await db.user.findUnique({ where: { email: emailKey(email) }, select: { id: true } });
  if (user) await recordEvent(db, origin, { action: 'sign-in-refused', userId: user.id });
}

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

/** The form in which the e-mail address of an account is stored, and found; without NUL, which PostgreSQL refuses. */
export const emailKey = (email: string) => email.trim().toLowerCase().toWellFormed().replaceAll('\0', '');

/** Two letters of an address and eight of its SHA-256: an operator who knows the address finds it, others do not read it. */
function maskedEmail(email: string): string {
  const key = emailKey(email);
  const letters = [...key.split('@', 1).join('')].slice(0, 2).join('');
  return `${letters}… ${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
}
