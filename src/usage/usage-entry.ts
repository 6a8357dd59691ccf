// From an answered request to its usage entry: the token, the surface, and the reasons of a refusal.
import type { Surface as SurfaceName } from '../../prisma/generated/client/enums.ts';
import { type Exchange, isReplay } from '../gate/exchange.ts';
import { FAILURES } from '../operation/failure.ts';
import { isRehearsed } from '../operation/rehearsal.ts';
import { DONE, type Sent, sent, type Verdict, verdict } from './refusal.ts';

/** One answered request of a known token; where it went is known of a refused one alone. */
export interface UsageEntry extends Verdict, Partial<Sent> {
  readonly requestId: string;
  readonly tokenId: number;
  readonly surface: SurfaceName;
  readonly at: Date;
  /** From where, as the log has it. */
  readonly address: string;
  readonly agent?: string | undefined;
  /** Whether the token stood in the URL, where logs and histories keep it. */
  readonly sentInUrl: boolean;
  /** Whether a write of it was answered from an earlier request (D40). */
  readonly replayed: boolean;
  /** The names of the operations that ran. */
  readonly operations: readonly string[];
}

/** Refused: the client was at fault. A status from 500 on is a fault of the service. */
export const isRefused = (status: number) => status >= 400 && status < 500;

export const THROTTLED = FAILURES.throttled.status;

/** Absent for a request without a known token: it belongs to no user; for a rehearsed failure (D47). One whose client went away is not refused (D43). */
export function usageEntry(
  request: Request,
  exchange: Exchange,
  httpStatus: number,
  at = new Date(),
): UsageEntry | undefined {
  const { admission, surface, requestId } = exchange;
  if (!admission?.caller || !surface || isRehearsed(exchange.rehearsal)) return undefined;
  const { version } = admission;
  const end = request.signal.aborted
    ? DONE
    : verdict(exchange, httpStatus, (operation) => surface.spelling(version, operation));
  return {
    requestId,
    tokenId: admission.caller.tokenId,
    surface: surface.name,
    at,
    address: exchange.address,
    agent: exchange.agent,
    sentInUrl: admission.credentialSource === 'query',
    replayed: isReplay(exchange),
    operations: exchange.outcomes.map(({ operation }) => operation),
    ...end,
    ...(end.status >= 400 && sent(request, exchange, version)),
  };
}
