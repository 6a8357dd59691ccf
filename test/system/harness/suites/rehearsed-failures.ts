// Errors that a test deployment simulates: each one that the document names, on both APIs.
import { expectSame } from '../check/answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { EXPECTED_FAILURES, type ExpectedFailure } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { sendBoth } from './send.ts';
import { isWrite, type Suite, smallestInput } from './suite.ts';

const KINDS = Object.keys(EXPECTED_FAILURES) as ExpectedFailure[];

type RehearsedCase = readonly [
  operation: RestOperation,
  preference: string,
  kind: ExpectedFailure,
];

export function rehearsedFailureSuite(world: World): Suite<RehearsedCase> {
  const { id } = world.fixtures.online[0];
  const casesOf = (operation: RestOperation) =>
    KINDS.flatMap((kind): RehearsedCase[] => {
      const preference = `code=${EXPECTED_FAILURES[kind].status}`;
      return operation.rehearsals.includes(preference) ? [[operation, preference, kind]] : [];
    });
  return {
    boundaries: world.rest.operations.flatMap(casesOf),
    async run([operation, preference, kind]) {
      const { name } = operation;
      const input = isWrite(name) ? smallestInput(world, name) : undefined;
      const given = { operation, id, input, headers: { Prefer: preference } };
      const { rest, graphql } = await sendBoth(world, given, { kind });
      for (const { answered } of [rest, graphql]) {
        const applied = answered.headers.get('preference-applied');
        expectSame('Preference-Applied', applied, preference, answered);
      }
    },
  };
}
