// Sends a case over one surface, and checks the answer against the contract of that surface.
import type { AnsweredCall, Surface } from '../calls/call.ts';
import { type Case, prepare } from '../calls/send-pair.ts';
import { checkAnswer, checkHeaders, throwFirstFault } from '../check/answer.ts';
import { graphqlFaults } from '../check/graphql-answer.ts';
import { type ObservedAnswer, observeGraphQL, observeRest } from '../check/observed-answer.ts';
import type { ExpectedAnswer } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';

export interface SentOne {
  readonly answered: AnsweredCall;
  readonly observed: ObservedAnswer;
}

/** Throws a finding for an answer that is malformed or not the expected one. */
export async function sendOne(world: World, surface: Surface, given: Case, expected: ExpectedAnswer): Promise<SentOne> {
  const { calls, field, envelope } = prepare(world, given);
  const answered = await world.client.send(surface, calls[surface]);
  const observed = surface === 'rest' ? observeRest(answered, given.operation) : observeGraphQL(answered, field.name);
  world.tally.count(given.operation.name, surface, observed);
  checkHeaders(answered);
  const faults =
    surface === 'rest' ? world.rest.faults(given.operation.name, answered) : graphqlFaults(answered, field);
  throwFirstFault(faults, answered);
  checkAnswer(observed, expected, answered, envelope);
  return { answered, observed };
}
