// Errors that a test deployment simulates: each one that the document names, on both APIs.
import { expectSame } from '../check/answer.ts';
import type { RestOperation } from '../contract/rest-contract.ts';
import { EXPECTED_FAILURES, type ExpectedFailure } from '../expect/expected-answer.ts';
import type { World } from '../world.ts';
import { sendBoth } from './send-one.ts';
import { ofRows, type Row, type Suite, smallestInputs, type Write } from './suite.ts';

const KINDS = Object.keys(EXPECTED_FAILURES) as ExpectedFailure[];

export function rehearsedFailureSuite(world: World): Suite<Row> {
  const inputs = smallestInputs(world);
  const id = world.fixtures.online[0]?.id ?? 0;

  const row = (operation: RestOperation, kind: ExpectedFailure, preference: string): Row => ({
    label: `${operation.name} ${preference}`,
    async run() {
      const input =
        operation.envelopes.length > 0 ? inputs[operation.name as Write] : undefined;
      const given = { operation, id, input, headers: { Prefer: preference } };
      const { rest, graphql } = await sendBoth(world, given, { kind });
      for (const answered of [rest, graphql])
        expectSame(
          'Preference-Applied',
          answered.headers.get('preference-applied'),
          preference,
          answered,
        );
    },
  });

  const rows = world.rest.operations.flatMap((operation) =>
    operation.rehearsals.flatMap((preference) =>
      KINDS.filter((kind) => preference === `code=${EXPECTED_FAILURES[kind].status}`).map(
        (kind) => row(operation, kind, preference),
      ),
    ),
  );
  return ofRows([], rows);
}
