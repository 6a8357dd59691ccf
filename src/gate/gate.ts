// The gate in front of both surfaces: preflights, admission, and an answer for every fault behind it.
import { isPreflight, preflightResponse } from '../http/cors.ts';
import { type AdmissionDeps, admit } from './admit.ts';
import type { Exchange, FaultReport, Surface } from './exchange.ts';

/** Puts a surface behind the gate. */
export const createGate =
  (deps: AdmissionDeps, onFault: FaultReport) =>
  (surface: Surface) =>
  async (request: Request, exchange: Exchange): Promise<Response> => {
    if (isPreflight(request)) return preflightResponse();
    exchange.surface = surface;
    try {
      const admission = await admit(deps, request, exchange.url, exchange.address);
      exchange.admission = admission;
      const { caller, version, failure } = admission;
      return failure || !caller
        ? surface.refuse(request, failure ?? { kind: 'unauthenticated' })
        : await surface.handle(request, exchange, { caller, version });
    } catch (fault) {
      onFault(exchange, fault);
      return surface.refuse(request, { kind: 'internal' });
    }
  };
