// Bodies with a Content-Encoding (D42): gzip is read within the limits of the inflated body, any other coding is refused.
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Surface } from '../calls/call.ts';
import { CODINGS } from '../calls/content-codings.ts';
import { DEFAULT_OPTIONS, prepare } from '../calls/send-pair.ts';
import { checkHeaders, throwFirstFault } from '../check/answer.ts';
import { Finding, SURFACE_TITLES, shown } from '../check/finding.ts';
import { observeGraphQL, observeRest } from '../check/observed-answer.ts';
import type { World } from '../world.ts';
import { checkCaching } from './compression.ts';
import type { Suite } from './suite.ts';
import { smallestInputs, targetOf, type Write, writesOf } from './valid-writes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Coded {
  readonly name: string;
  /** The header Content-Encoding. */
  readonly coding: string;
  readonly encode: (body: string) => string | Bytes;
  readonly expected: 'ok' | 400 | 413 | 415;
}

const MIB = 1024 * 1024;

const gzip = (body: string | Uint8Array): Bytes => new Uint8Array(gzipSync(body));
const plain = (body: string) => body;
/** The body with spaces behind it. */
const padded = (body: string, length: number) => body.padEnd(length);
const encodedAs = (coding: string) => (body: string) => CODINGS[coding]?.encode(body) ?? body;

const CODED: readonly Coded[] = [
  { name: 'gzip', coding: 'gzip', encode: gzip, expected: 'ok' },
  { name: 'gzip in capitals', coding: 'GZIP', encode: gzip, expected: 'ok' },
  { name: 'no coding', coding: '', encode: plain, expected: 'ok' },
  { name: 'gzip of nearly 1 MiB', coding: 'gzip', encode: (body) => gzip(padded(body, MIB - 1)), expected: 'ok' },
  { name: 'gzip of more than 1 MiB', coding: 'gzip', encode: (body) => gzip(padded(body, MIB + 1)), expected: 413 },
  { name: 'a bomb', coding: 'gzip', encode: (body) => gzip(padded(body, 16 * MIB)), expected: 413 },
  { name: 'no gzip', coding: 'gzip', encode: plain, expected: 400 },
  { name: 'gzip without its end', coding: 'gzip', encode: (body) => gzip(body).slice(0, -10), expected: 400 },
  { name: 'gzip of no JSON', coding: 'gzip', encode: (body) => gzip(body.slice(1)), expected: 400 },
  { name: 'br', coding: 'br', encode: encodedAs('br'), expected: 415 },
  { name: 'zstd', coding: 'zstd', encode: encodedAs('zstd'), expected: 415 },
  { name: 'deflate', coding: 'deflate', encode: (body) => new Uint8Array(deflateSync(body)), expected: 415 },
  { name: 'gzip twice', coding: 'gzip, gzip', encode: (body) => gzip(gzip(body)), expected: 415 },
  { name: 'an unknown coding', coding: 'x-unknown', encode: plain, expected: 415 },
];

interface BodyCase {
  readonly surface: Surface;
  readonly write: Write;
  /** The name of an entry of CODED. */
  readonly coded: string;
}

export function requestCodingSuite(world: World): Suite<BodyCase> {
  const smallest = smallestInputs(world);
  const writes = writesOf(world);

  async function run({ surface, write, coded }: BodyCase): Promise<void> {
    const operation = world.rest.operation(write);
    const target = targetOf(operation, world.fixtures.offline.id);
    const { calls, field } = prepare(world, { ...target, input: smallest[write], options: DEFAULT_OPTIONS });
    const { coding, encode, expected } = CODED.find(({ name }) => name === coded) ?? (CODED[0] as Coded);
    const call = calls[surface];
    const answered = await world.client.send(surface, {
      ...call,
      headers: { ...call.headers, 'Content-Encoding': coding },
      body: encode(String(call.body)),
    });
    const observed = surface === 'rest' ? observeRest(answered) : observeGraphQL(answered, field.name);
    world.tally.count(write, surface, observed);
    checkHeaders(answered);
    if (surface === 'rest') throwFirstFault(world.rest.faults(write, answered), answered);
    checkCaching(answered);
    const got = observed.kind === 'ok' ? 'ok' : answered.status;
    if (got === expected) return;
    const aspect = `${SURFACE_TITLES[surface]} answer to a body with Content-Encoding`;
    const detail = `${coded}: expected ${expected}, got ${got}, ${shown(answered.text)}`;
    throw new Finding(aspect, detail, [answered], surface);
  }

  const cases = (['rest', 'graphql'] as const).flatMap((surface) =>
    writes.flatMap((write) => CODED.map(({ name }) => ({ surface, write, coded: name }))),
  );
  return {
    name: 'bodies with a Content-Encoding',
    share: 2,
    isThrottled: true,
    arbitrary: fc.constantFrom(...cases),
    examples: cases,
    labelOf: ({ surface, coded }) => `${surface} ${coded}`,
    run,
  };
}
