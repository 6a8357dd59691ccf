// The gate in front of both surfaces: preflights, admission, the requests in work of a user, an answer for every fault.
import { isPreflight, preflightResponse } from '../http/cors.ts';
import { UNAVAILABLE } from '../operation/failure.ts';
import { Turn } from '../operation/turn.ts';
import { UserSlots } from '../operation/user-slots.ts';
import { type AdmissionDeps, admit } from './admit.ts';
import type { Exchange, FaultReport, Surface } from './exchange.ts';

/**
 * The requests of one user that a process works on at the same time; further ones wait for their turn. Several hundred large
 * answers of one user would otherwise keep the requests of all others waiting for seconds.
 */
const REQUESTS_IN_WORK_PER_USER = 32;

/** Puts surfaces behind the gate. */
export function createGate(deps: AdmissionDeps, onFault: FaultReport) {
  const inWork = new UserSlots(REQUESTS_IN_WORK_PER_USER);

  async function admitted(surface: Surface, request: Request, exchange: Exchange): Promise<Response> {
    const admission = await admit(deps, request, exchange.url, exchange.address);
    exchange.admission = admission;
    const { caller, version, failure } = admission;
    if (failure || !caller) return surface.refuse(request, failure ?? { kind: 'unauthenticated' });
    const turn = new Turn(inWork, caller.userId);
    if (!(await turn.begin())) return surface.refuse(request, UNAVAILABLE);
    try {
      return await surface.handle(request, exchange, { caller, version, turn });
    } finally {
      turn.end();
    }
  }

  return (surface: Surface) =>
    async (request: Request, exchange: Exchange): Promise<Response> => {
      exchange.surface = surface;
      if (isPreflight(request)) return preflightResponse();
      try {
        return await admitted(surface, request, exchange);
      } catch (fault) {
        onFault(exchange, fault);
        return surface.refuse(request, { kind: 'internal' });
      }
    };
}
