// Requests that the client aborts: the service handles the next one, and an aborted update is done completely or not
// at all.
import fc from 'fast-check';
import type { Surface } from '../calls/call.ts';
import { prepare, targetOf } from '../calls/send-pair.ts';
import { expectSame, Finding } from '../check/answer.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { type ReadBack, readProduct } from './send-one.ts';
import { SURFACES, type Suite } from './suite.ts';

const OPERATIONS = ['readProduct', 'updateProduct'] as const;

interface Aborted {
  readonly surface: Surface;
  readonly operation: (typeof OPERATIONS)[number];
  readonly milliseconds: number;
}

/** Requests that are sent at once. */
type AbortCase = readonly Aborted[];

const MAX_MILLISECONDS = 20;
const MAX_AT_ONCE = 8;

/** Every update writes the same string to all of them. */
const FIELDS = ['title', 'description', 'barcode', 'commodity_code'];

const sameText = (text: string) => Object.fromEntries(FIELDS.map((name) => [name, text]));

export function abortedRequestSuite(world: World): Suite<AbortCase> {
  let created: number | undefined;
  let count = 0;

  const abort = ({ surface, operation, milliseconds }: Aborted, id: number) => {
    const input = operation === 'updateProduct' ? sameText(`Aborted ${++count}`) : undefined;
    const target = targetOf(world.rest.operation(operation), id);
    const { calls } = prepare(world, { ...target, ...(input && { input }) });
    return world.client.abort(surface, calls[surface], milliseconds);
  };

  async function run(requests: AbortCase): Promise<void> {
    created ??= await createOne(world, { ...PLAIN_PRODUCT, ...sameText('Whole') });
    const id = created;
    await Promise.all(requests.map((request) => abort(request, id)));
    for (const surface of SURFACES) checkWhole(await read(id, surface));
  }

  const read = (id: number, surface: Surface): Promise<ReadBack> =>
    readProduct(world, id, surface).catch((error: unknown) => {
      if (error instanceof Finding) throw error;
      throw new Finding('No response after aborted requests', String(error), world.trace.slice());
    });

  const single = SURFACES.flatMap((surface) =>
    OPERATIONS.flatMap((operation) =>
      [0, 1, 5].map((milliseconds) => ({ surface, operation, milliseconds })),
    ),
  );
  return {
    arbitrary: fc.array(
      fc.record({
        surface: fc.constantFrom(...SURFACES),
        operation: fc.constantFrom(...OPERATIONS),
        milliseconds: fc.nat(MAX_MILLISECONDS),
      }),
      { minLength: 1, maxLength: MAX_AT_ONCE },
    ),
    examples: single.map((request) => Array.from({ length: MAX_AT_ONCE }, () => request)),
    run,
  };
}

/** An update in progress is invisible until it is done: a read has the string of one update in all fields. */
function checkWhole({ product, answered }: ReadBack): void {
  const texts = FIELDS.map((name) => product[name]);
  const wanted = FIELDS.map(() => product.title);
  expectSame('An aborted update is half done', texts, wanted, answered);
}
