// The gate of both APIs: preflights, token -> caller, service-version -> version, a slot of the user, and a response
// for every error.
import { LRUCache } from 'lru-cache';
import {
  type AuthenticatedCaller,
  type createAuthenticate,
  readCredential,
} from '../accounts/authenticate.ts';
import { type Environment, tokenValueFailure } from '../accounts/token-format.ts';
import { createBodyRoom } from '../fairness/bodies.ts';
import { networksOf } from '../fairness/networks.ts';
import { LONG_BYTES, Slot, Slots } from '../fairness/slots.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { Failure } from '../operation/failures.ts';
import {
  busy,
  type Failed,
  failed,
  OperationFailure,
} from '../operation/operation-failure.ts';
import { rehearseRejection } from '../operation/rehearsal.ts';
import type { Throttle } from '../operation/throttle.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { beforeDeadline } from '../request-scope.ts';
import { isPreflight, preflightResponse } from './response-headers.ts';
import {
  type Done,
  reportedFailure,
  type Seen,
  type UnexpectedErrorReport,
} from './seen-request.ts';

interface GateDeps {
  readonly authenticate: ReturnType<typeof createAuthenticate>;
  readonly versions: Versions;
  readonly environment: Environment;
  /** Limits the failed authentications of an address that cost a lookup. */
  readonly authFailures: Throttle;
  readonly onUnexpectedError: UnexpectedErrorReport;
}

/** An API, as far as the gate knows it. */
interface Gated extends Pick<Done, 'route'> {
  readonly api: NonNullable<Done['api']>;
  /** The response of a request that ends before its work, or in an error of it. */
  readonly reject: (failure: Failure) => Response;
}

/** A request with a known caller and a usable version. */
export interface Admitted {
  /** Final once the body is read. */
  readonly caller: AuthenticatedCaller;
  readonly version: VersionName;
  readonly slot: Slot;
  /**
   * Reads the body, and identifies the caller again if that took long. @throws {OperationFailure} unauthenticated,
   * throttled.
   */
  readonly readBody: () => Promise<{ readonly json: unknown } | Failed>;
}

interface Identified extends Pick<Admitted, 'caller' | 'version'> {
  /** @throws {OperationFailure} unauthenticated, throttled. */
  readonly identifyAgain: () => Promise<void>;
}

/** What an API did in its slot. */
export type Work = Pick<Done, 'response' | 'ran' | 'spelling'>;

/** Lets a request in, and runs its work in a slot of its user. */
export type Admit = ReturnType<typeof createGate>;

/**
 * Concurrent requests per user, and the bytes of their bodies and responses; further requests wait for a slot. Without
 * a limit, several hundred large requests or responses of one user delay everyone else for seconds.
 */
export const IN_WORK = { perUser: 32, bytesPerUser: 256 * 1024 };

/** After a body that arrived later than this, the token and its user may be others than before it (D4). */
const IDENTIFIED_MILLISECONDS = 1_000;

/**
 * Remembered flows (a token at a path) whose last response was long, because the next one is expected to be as long:
 * beside 64 clients that read 1 MB, another user's read takes 0.4 s with that and 8 s without.
 */
const MAX_LONG = 1_000;

/** What is known of a request so far. */
type KnownSoFar = { -readonly [Name in keyof Done]?: Done[Name] };

export function createGate(deps: GateDeps) {
  const inWork = new Slots(IN_WORK);
  const room = createBodyRoom();
  const longResponses = new LRUCache<string, number>({ max: MAX_LONG });

  async function inSlot(
    request: Request,
    { url }: Seen,
    admitted: Identified,
    work: (admitted: Admitted) => Promise<Work>,
  ) {
    const identifiedAt = performance.now();
    const { userId, tokenId } = admitted.caller;
    const flow = `${tokenId} ${url.pathname}`;
    const slot = new Slot(inWork, {
      userId,
      flow,
      bytes: () => longResponses.get(flow) ?? 0,
    });
    if (!(await slot.take())) throw busy('user_slots');
    try {
      async function readBody() {
        const read = readJsonBody(request, slot, room);
        const body = await read.then((json) => ({ json }), failed);
        const isLate = performance.now() - identifiedAt > IDENTIFIED_MILLISECONDS;
        if (isLate) await admitted.identifyAgain();
        return body;
      }
      const done = await work(Object.assign(admitted, { slot, readBody }));
      const length = Number(done.response.headers.get('Content-Length') ?? 0);
      if (length >= LONG_BYTES) longResponses.set(flow, length);
      else longResponses.delete(flow);
      return done;
    } finally {
      slot.end();
    }
  }

  return async (
    request: Request,
    seen: Seen,
    { api, route, reject }: Gated,
    work: (admitted: Admitted) => Promise<Work>,
  ): Promise<Done> => {
    let known: KnownSoFar = { api, route };
    if (isPreflight(request)) return { ...known, response: preflightResponse(), ran: [] };
    const identifyCaller = () => {
      known = { api, route };
      return identify(deps, request, seen, known);
    };
    try {
      const caller = await identifyCaller();
      const version = deps.versions.select(
        request.headers.get('service-version') ?? caller.pinnedVersion,
      );
      known.version = version;
      const admitted = {
        caller,
        version,
        async identifyAgain() {
          admitted.caller = await identifyCaller();
          known.version = version;
        },
      };
      const done = await inSlot(request, seen, admitted, work);
      return { ...known, ...done };
    } catch (error) {
      const failure = reportedFailure(seen, error, deps.onUnexpectedError);
      // A valid token was rejected because the request asks for it.
      const isRehearsed = known.userId !== undefined && known.caller === undefined;
      return { ...known, response: reject(failure), ran: [{ failure, isRehearsed }] };
    }
  };
}

/** The caller behind the token of a request. @throws {OperationFailure} unauthenticated, throttled. */
async function identify(
  { authenticate, environment, authFailures }: GateDeps,
  request: Request,
  { url, address, rehearsal }: Seen,
  known: KnownSoFar,
) {
  const credential = readCredential(request, url);
  if (typeof credential === 'string')
    throw new OperationFailure({ kind: 'unauthenticated', reason: credential });
  known.credentialSource = credential.source;
  const reason = tokenValueFailure(credential.value, environment);
  if (reason) throw new OperationFailure({ kind: 'unauthenticated', reason });
  const caller = await beforeDeadline(authenticate(credential.value));
  if ('reason' in caller) {
    await authFailures.consume(networksOf(address).network);
    throw new OperationFailure({ kind: 'unauthenticated', ...caller });
  }
  known.userId = caller.userId;
  if (rehearsal) rehearseRejection(rehearsal);
  known.caller = caller;
  known.version = caller.pinnedVersion;
  return caller;
}
