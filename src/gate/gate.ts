// The gate of both surfaces: preflights, admission, the slots of each user, an answer for every fault.
import { BodyRoom } from '../http/body-room.ts';
import { isPreflight, preflightResponse } from '../http/cors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { type Failure, OperationFailure, unavailable } from '../operation/failure.ts';
import { UserSlot } from '../operation/user-slot.ts';
import { UserSlots } from '../operation/user-slots.ts';
import { type AdmissionDeps, admit } from './admit.ts';
import { AnswerLengths } from './answer-lengths.ts';
import { type Exchange, type FaultReport, noteCause, type Surface } from './exchange.ts';

/**
 * The slots of one user, and the bytes of bodies and answers in them; further requests wait for a slot. Without a bound,
 * several hundred large requests or answers of one user delay all others for seconds.
 */
const IN_WORK = { perUser: 32, bytesPerUser: 256 * 1024 };

export function createGate(deps: AdmissionDeps, onFault: FaultReport) {
  const inWork = new UserSlots(IN_WORK);
  const room = new BodyRoom();
  const answers = new AnswerLengths();

  async function admitted(surface: Surface, request: Request, exchange: Exchange): Promise<Response> {
    const admission = await admit(deps, request, exchange);
    exchange.admission = admission;
    if (!admission.caller) return surface.refuse(request, admission.failure);
    const { caller, version, failure } = admission;
    const refuse = (refusal: Failure) => {
      noteCause(exchange, refusal);
      return surface.refuse(request, refusal);
    };
    if (failure) return refuse(failure);
    const { userId, tokenId } = caller;
    const flow = `${tokenId} ${exchange.url.pathname}`;
    const slot = new UserSlot(inWork, { userId, flow, bytes: () => answers.expected(flow) });
    if (!(await slot.begin())) return refuse(unavailable('user_slots'));
    try {
      const body = () =>
        readJsonBody(request, slot, room).catch((error: unknown) => {
          if (error instanceof OperationFailure) noteCause(exchange, error.failure);
          throw error;
        });
      const response = await surface.handle(request, exchange, { caller, version, slot, body });
      answers.note(flow, response);
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
      } catch (fault) {
        onFault(exchange, fault);
        return surface.refuse(request, { kind: 'internal' });
      }
    };
}
