// Requests that the client aborts: the service handles the next one, and an aborted update is done completely or not
// at all.
import { SURFACES, type Surface } from '../calls/call.ts';
import { prepare } from '../calls/prepare.ts';
import { expectSame, Finding } from '../check/answer.ts';
import { createOne, type World } from '../world.ts';
import { type ReadBack, readProduct } from './send.ts';
import { combinations, type Suite } from './suite.ts';

const OPERATIONS = ['readProduct', 'updateProduct'] as const;
const MILLISECONDS = [0, 1, 2, 5, 20];
const AT_ONCE = 8;

/** Every update writes the same string to all of them. */
const FIELDS = ['title', 'description', 'barcode', 'commodityCode'];

const sameText = (text: string) => Object.fromEntries(FIELDS.map((name) => [name, text]));

type AbortedCase = readonly [
  surface: Surface,
  name: (typeof OPERATIONS)[number],
  milliseconds: number,
];

export function abortedRequestSuite(world: World): Suite<AbortedCase> {
  let created: number | undefined;
  let count = 0;

  const read = (id: number, surface: Surface): Promise<ReadBack> =>
    readProduct(world, id, surface).catch((error: unknown) => {
      if (error instanceof Finding) throw error;
      throw new Finding('No response after aborted requests', String(error), ...world.trace);
    });

  return {
    examples: combinations(SURFACES, OPERATIONS, MILLISECONDS),
    labelOf: ([surface, name]) => `${surface} ${name}`,
    async run([surface, name, milliseconds]) {
      created ??= await createOne(world, sameText('Whole'));
      const target = { operation: world.rest.operation(name), id: created };
      const abort = () => {
        const input = name === 'updateProduct' && { input: sameText(`Aborted ${++count}`) };
        const { calls } = prepare(world, { ...target, ...input });
        return world.client.abort(surface, calls[surface], milliseconds);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, abort));
      for (const reader of SURFACES) checkWhole(await read(created, reader));
    },
  };
}

/** An update in progress is invisible until it is done: a read has the string of one update in all fields. */
function checkWhole({ product, answered }: ReadBack): void {
  const texts = FIELDS.map((name) => product[name]);
  const wanted = FIELDS.map(() => product.title);
  expectSame('An aborted update is half done', texts, wanted, answered);
}
