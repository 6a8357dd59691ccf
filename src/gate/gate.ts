// The gate of both APIs: preflights, token -> caller, service-version -> version, per-user slots, and a response for
// every error.
import { LRUCache } from 'lru-cache';
import {
  type AuthenticatedCaller,
  type authenticate,
  readCredential,
} from '../accounts/authenticate.ts';
import { type Environment, tokenValueFailure } from '../accounts/token-format.ts';
import { createBodyRoom } from '../fairness/bodies.ts';
import { networksOf } from '../fairness/networks.ts';
import { Slot, Slots } from '../fairness/slots.ts';
import { isPreflight, preflightResponse } from '../http/browser-headers.ts';
import { readJsonBody } from '../http/json-body.ts';
import { busy, OperationFailure } from '../operation/operation-failure.ts';
import { rehearseFailure } from '../operation/rehearsal.ts';
import type { Throttle } from '../operation/throttle.ts';
import type { TokenFailure } from '../operation/token-failure.ts';
import type { Versions } from '../operation/versions.ts';
import { beforeDeadline } from '../request-scope.ts';
import {
  type Exchange,
  failed,
  type Surface,
  type UnexpectedErrorReport,
} from './exchange.ts';

interface GateDeps {
  readonly authenticate: (value: string) => ReturnType<typeof authenticate>;
  readonly versions: Versions;
  readonly environment: Environment;
  /** Limits the failed authentications of an address that cost a lookup. */
  readonly authFailures: Throttle;
}

/**
 * Concurrent requests per user, and the bytes of their bodies and responses; further requests wait for a slot. Without
 * a limit, several hundred large requests or responses of one user delay everyone else for seconds.
 */
const IN_WORK = { perUser: 32, bytesPerUser: 256 * 1024 };

/** In bytes. After a response this long, the next one of its flow is expected to be as long. */
const LONG_RESPONSE = 64 * 1024;

/** Remembered flows (a token at a path) whose last response was long. */
const MAX_LONG = 1_000;

export function createGate(deps: GateDeps, onUnexpectedError: UnexpectedErrorReport) {
  const inWork = new Slots(IN_WORK);
  const room = createBodyRoom();
  const longResponses = new LRUCache<string, number>({ max: MAX_LONG });

  async function admitted(
    surface: Surface,
    request: Request,
    exchange: Exchange,
  ): Promise<Response> {
    const caller = await identify(deps, request, exchange);
    const version = deps.versions.select(
      request.headers.get('service-version') ?? caller.pinnedVersion,
    );
    exchange.version = version;
    const { userId, tokenId } = caller;
    const flow = `${tokenId} ${exchange.url.pathname}`;
    const slot = new Slot(inWork, {
      userId,
      flow,
      bytes: () => longResponses.get(flow) ?? 0,
    });
    if (!(await slot.take())) throw busy('user_slots');
    try {
      const body = () => readJsonBody(request, slot, room);
      const response = await surface.handle(request, exchange, {
        caller,
        version,
        slot,
        body,
      });
      const length = Number(response.headers.get('Content-Length') ?? 0);
      if (length >= LONG_RESPONSE) longResponses.set(flow, length);
      else longResponses.delete(flow);
      return response;
    } finally {
      slot.end();
    }
  }

  return (surface: Surface) =>
    async (request: Request, exchange: Exchange): Promise<Response> => {
      exchange.surface = surface;
      exchange.route = surface.route(exchange.url.pathname);
      if (isPreflight(request)) return preflightResponse();
      try {
        return await admitted(surface, request, exchange);
      } catch (error) {
        return surface.reject(request, failed(exchange, error, onUnexpectedError), exchange);
      }
    };
}

/** The caller behind the token of a request. @throws {OperationFailure} unauthenticated, throttled. */
async function identify(
  { authenticate, environment, authFailures }: GateDeps,
  request: Request,
  exchange: Exchange,
): Promise<AuthenticatedCaller> {
  const credential = readCredential(request, exchange.url);
  if (typeof credential === 'string') throw unauthenticated({ reason: credential });
  exchange.credentialSource = credential.source;
  const failure = tokenValueFailure(credential.value, environment);
  if (failure) throw unauthenticated({ reason: failure });
  const caller = await beforeDeadline(authenticate(credential.value));
  if ('reason' in caller) {
    await authFailures.consume(networksOf(exchange.address).network);
    throw unauthenticated(caller);
  }
  rehearseFailure(exchange.rehearsal, caller.userId);
  exchange.caller = caller;
  exchange.version = caller.pinnedVersion;
  return caller;
}

const unauthenticated = (token: {
  readonly reason: TokenFailure;
  readonly tokenId?: number;
}) => new OperationFailure({ kind: 'unauthenticated', ...token });
