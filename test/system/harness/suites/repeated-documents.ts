// GraphQL documents that are sent again: a service that keeps documents answers them byte for byte as at first sight.
import fc from 'fast-check';
import type { AnsweredCall } from '../calls/call.ts';
import { DEFAULT_OPTIONS, graphqlCall, sendOptions } from '../calls/send-pair.ts';
import { Finding, shown } from '../check/finding.ts';
import { observeGraphQL } from '../check/observed-answer.ts';
import type { World } from '../world.ts';
import { NO_IDS, RENTAL_IDS } from './read-by-id.ts';
import type { Suite } from './suite.ts';

interface RepeatedCase {
  readonly operation: string;
  readonly id: string;
  /** A comment that makes the document another one than those before. */
  readonly comment: string;
  readonly accept: string | undefined;
}

const TIMES = 3;

export function repeatedDocumentSuite(world: World): Suite<RepeatedCase> {
  const { online, offline, bundles, rivals } = world.fixtures;
  const products = [...online, offline, ...bundles, ...rivals].map(({ id }) => String(id));
  const ids = { readProduct: [...products, ...NO_IDS], readRental: [...RENTAL_IDS, ...NO_IDS] };

  async function run({ operation, id, comment, accept }: RepeatedCase): Promise<void> {
    const field = world.graphql.field(world.rest.operation(operation).graphqlField);
    const document = { kind: field.kind, query: `${field.query} # ${comment}` };
    const context = { headers: {}, credential: { who: 'owner' } } as const;
    const call = graphqlCall(document, { id }, context, { ...DEFAULT_OPTIONS, accept });
    let first: AnsweredCall | undefined;
    for (let time = 0; time < TIMES; time++) {
      const again = await world.client.send('graphql', call);
      world.tally.count(operation, 'graphql', observeGraphQL(again, field.name));
      if (first) checkSame(first, again);
      first ??= again;
    }
  }

  return {
    name: 'documents that are sent again',
    share: 2,
    isThrottled: false,
    arbitrary: fc.constantFrom(...(Object.keys(ids) as (keyof typeof ids)[])).chain((operation) =>
      fc.record({
        operation: fc.constant(operation),
        id: fc.constantFrom(...ids[operation]),
        comment: fc.uuid(),
        accept: sendOptions.map(({ accept }) => accept),
      }),
    ),
    run,
  };
}

function checkSame(first: AnsweredCall, again: AnsweredCall): void {
  const differing = (aspect: string, detail: string) =>
    new Finding(`repeated document, the ${aspect} of its answer`, detail, [first, again], 'graphql');
  if (again.status !== first.status) throw differing('status', `${again.status}, at first sight ${first.status}`);
  const [before, after] = [first, again].map(({ headers }) => headers.get('content-type'));
  if (after !== before) throw differing('content type', `${shown(after)}, at first sight ${shown(before)}`);
  if (again.text !== first.text) throw differing('body', `${shown(again.text)}, at first sight ${shown(first.text)}`);
}
