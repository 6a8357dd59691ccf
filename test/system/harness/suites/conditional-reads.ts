// Reads with If-None-Match: 304 without a body for a resource that is as the client has it, else as without it.
import { prepare, targetOf } from '../calls/send-pair.ts';
import { expectSame } from '../check/answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './codings.ts';
import { tagOf } from './conditional-updates.ts';
import { RENTAL_IDS } from './reads.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite } from './suite.ts';

interface ReadCase {
  readonly operation: 'readProduct' | 'readRental';
  readonly id: number;
  readonly method: 'GET' | 'HEAD';
  readonly condition: string;
}

/** The comparison is weak (RFC 9110, section 13.1.2). */
const CONDITIONS: Readonly<
  Record<string, { readonly matches: boolean; readonly ifNoneMatch: (tag: string) => string }>
> = {
  same: { matches: true, ifNoneMatch: (tag) => tag },
  listed: { matches: true, ifNoneMatch: (tag) => `"x", ${tag}` },
  weak: { matches: true, ifNoneMatch: (tag) => `W/${tag}` },
  any: { matches: true, ifNoneMatch: () => '*' },
  other: { matches: false, ifNoneMatch: () => '"x"' },
  unquoted: { matches: false, ifNoneMatch: (tag) => tag.slice(1, -1) },
};

const NOT_MODIFIED = 304;

export function conditionalReadSuite(world: World): Suite<ReadCase> {
  const { online, offline, bundles } = world.fixtures;
  const targets = [
    ...[...online.slice(0, 2), offline, ...bundles].map(({ id }) => ({ operation: 'readProduct' as const, id })),
    ...RENTAL_IDS.map((id) => ({ operation: 'readRental' as const, id: Number(id) })),
  ];

  async function run({ operation, id, method, condition }: ReadCase): Promise<void> {
    const given = { ...targetOf(world.rest.operation(operation), id), options: {} };
    const send = async (headers: Readonly<Record<string, string>>) => {
      const call = { ...prepare(world, { ...given, headers }).calls.rest, method };
      const { answered } = await exchange(world, 'rest', call, given.operation);
      checkCaching(answered);
      return answered;
    };
    const plain = await send({});
    // No operation lists the rentals of the caller.
    if (plain.status !== 200 && operation === 'readRental') return;
    const tag = tagOf(plain);
    const { matches = false, ifNoneMatch = String } = CONDITIONS[condition] ?? {};
    const answered = await send({ 'If-None-Match': ifNoneMatch(tag) });
    const { status, text } = answered;
    const wanted = matches ? NOT_MODIFIED : 200;
    expectSame('The status of a conditional read', status, wanted, answered, plain);
    expectSame('The ETag of a second read', tagOf(answered), tag, answered, plain);
    if (matches || method === 'GET')
      expectSame('The body of a conditional read', text, matches ? '' : plain.text, answered, plain);
  }

  const cases = targets.flatMap((target) =>
    (['GET', 'HEAD'] as const).flatMap((method) =>
      Object.keys(CONDITIONS).map((condition) => ({ ...target, method, condition })),
    ),
  );
  return {
    ...ofCases(cases),
    labelOf: ({ operation, method, condition }) => `${operation} ${method} ${condition}`,
    run,
  };
}
