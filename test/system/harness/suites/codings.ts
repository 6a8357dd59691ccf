// Responses by Accept-Encoding with cache headers, and bodies with a Content-Encoding.

import { deflateSync, gzipSync } from 'node:zlib';
import { type AnsweredCall, SURFACES, type Surface } from '../calls/call.ts';
import { CODINGS } from '../calls/client.ts';
import { prepare } from '../calls/prepare.ts';
import { expectIn, expectSame, findingIn, listIn, shown } from '../check/answer.ts';
import { createOne, type World } from '../world.ts';
import { exchange } from './send.ts';
import {
  combinations,
  NO_ID,
  type Suite,
  smallestInput,
  type Write,
  writesOf,
} from './suite.ts';

const ALL = Object.keys(CODINGS);

/** The header, if any is sent, and the encodings that the response may have. */
type Accepted = readonly [accept: string | undefined, ...codings: readonly string[]];

const ACCEPTED: readonly Accepted[] = [
  [undefined],
  [''],
  ['identity'],
  ['deflate'],
  ['gzip;q=0'],
  ['gzip;q=0, br;q=0.0, zstd;q=0'],
  ...ALL.map((coding): Accepted => [coding, coding]),
  ['GZIP', 'gzip'],
  ['gzip;q=0, br', 'br'],
  ['br;q=0.5, zstd', 'zstd'],
  ['*;q=0.5, br;q=0', 'zstd', 'gzip'],
  ['identity;q=0, gzip;q=0.2', 'gzip'],
  ['identity, gzip;q=0.5'],
  ['*;q=0, identity'],
  ['*', ...ALL],
  ['x-unknown, gzip ; q=0.5', 'gzip'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', ...ALL],
  [['deflate', ...ALL].join(', '), ...ALL],
];

const RESOURCES = ['large', 'small', 'missing'] as const;
type Resource = (typeof RESOURCES)[number];

/** Smaller responses are sent unencoded. */
const MIN_BYTES = 1_024;

export function compressionSuite(
  world: World,
): Suite<readonly [surface: Surface, resource: Resource, accepted: Accepted]> {
  const operation = world.rest.operation('readProduct');
  let large: number | undefined;

  return {
    examples: combinations(SURFACES, RESOURCES, ACCEPTED),
    async run([surface, resource, [accept, ...codings]]) {
      large ??= await createOne(world, {
        description: 'Two persons, 2.4 kg, dry. '.repeat(100),
      });
      const id = { large, small: world.fixtures.offline.id, missing: NO_ID }[resource];
      const call = prepare(world, { operation, id }).calls[surface];
      const { answered: plain } = await exchange(world, surface, call, operation);
      const accepting = accept !== undefined && { 'Accept-Encoding': accept };
      const coded = { ...call, headers: { ...call.headers, ...accepting } };
      const { answered } = await exchange(world, surface, coded, operation);
      checkCoding(plain, []);
      checkCoding(answered, codings);
      for (const name of ['status', 'text'] as const)
        expectSame(
          `${name} by Accept-Encoding`,
          answered[name],
          plain[name],
          answered,
          plain,
        );
      for (const one of [plain, answered]) checkCaching(one);
    },
  };
}

/** A large response has one of the codings, if there are any; no other response has a coding. */
function checkCoding(answered: AnsweredCall, codings: readonly string[]): void {
  const coding = answered.headers.get('content-encoding');
  const isCoded = codings.length > 0 && Buffer.byteLength(answered.text) >= MIN_BYTES;
  if (isCoded ? codings.includes(coding ?? '') : coding === null) return;
  const detail = `is ${coding}, not ${isCoded ? `one of ${shown(codings)}` : 'absent'}`;
  throw findingIn(answered, 'Content-Encoding', detail);
}

const READ_CACHING = ['no-cache', 'private'];
const READ_VARY = ['accept-encoding', 'authorization', 'service-version'];

/** A client may cache REST reads and revalidate them before each use; nothing else is cached. */
export function checkCaching(answered: AnsweredCall): void {
  const { surface, call, status } = answered;
  const isMethodOfReads = call.method === 'GET' || call.method === 'HEAD';
  const isRead = surface === 'rest' && isMethodOfReads && (status === 200 || status === 304);
  const wanted = isRead ? READ_CACHING : ['no-store'];
  expectIn(answered, 'Cache-Control', listIn(answered, 'Cache-Control'), wanted);
  const vary = listIn(answered, 'Vary');
  const missing = isRead ? READ_VARY.find((name) => !vary.includes(name)) : undefined;
  if (missing !== undefined)
    throw findingIn(answered, 'Vary of a read', `${shown(vary)} without ${missing}`);
}

type Coded = readonly [
  name: string,
  /** The header Content-Encoding. */
  coding: string,
  encode: (body: string) => string | Uint8Array<ArrayBuffer>,
  expected: 'ok' | 400 | 413 | 415,
];

const MIB = 1024 * 1024;

const gzip = (body: string | Uint8Array) => new Uint8Array(gzipSync(body));
const plain = (body: string) => body;
/** The gzip of the body followed by spaces. */
const padded = (length: number) => (body: string) => gzip(body.padEnd(length));
const encodedAs = (coding: string) => (body: string) =>
  CODINGS[coding]?.encode(Buffer.from(body)) ?? body;

const CODED: readonly Coded[] = [
  ['gzip', 'gzip', gzip, 'ok'],
  ['gzip in capitals', 'GZIP', gzip, 'ok'],
  ['gzip by its former name', 'x-gzip', gzip, 'ok'],
  ['no coding', '', plain, 'ok'],
  ['no coding by its name', 'identity', plain, 'ok'],
  ['gzip of nearly 1 MiB', 'gzip', padded(MIB - 1), 'ok'],
  ['gzip of more than 1 MiB', 'gzip', padded(MIB + 1), 413],
  ['a bomb', 'gzip', padded(16 * MIB), 413],
  ['no gzip', 'gzip', plain, 400],
  ['gzip without its end', 'gzip', (body) => gzip(body).slice(0, -10), 400],
  ['gzip of no JSON', 'gzip', (body) => gzip(body.slice(1)), 400],
  ['br', 'br', encodedAs('br'), 415],
  ['zstd', 'zstd', encodedAs('zstd'), 415],
  ['deflate', 'deflate', (body) => new Uint8Array(deflateSync(body)), 415],
  ['gzip twice', 'gzip, gzip', (body) => gzip(gzip(body)), 415],
  ['an unknown coding', 'x-unknown', plain, 415],
];

export function requestCodingSuite(
  world: World,
): Suite<readonly [surface: Surface, write: Write, coded: Coded]> {
  return {
    examples: combinations(SURFACES, writesOf(world), CODED),
    labelOf: ([surface, , [name]]) => `${surface} ${name}`,
    async run([surface, write, [name, coding, encode, expected]]) {
      const operation = world.rest.operation(write);
      const { id } = world.fixtures.offline;
      const input = smallestInput(world, write);
      const call = prepare(world, { operation, id, input }).calls[surface];
      const headers = { ...call.headers, 'Content-Encoding': coding };
      const coded = { ...call, headers, body: encode(String(call.body)) };
      const { answered, observed } = await exchange(world, surface, coded, operation);
      checkCaching(answered);
      const got = observed.kind === 'ok' ? 'ok' : answered.status;
      const aspect = 'response to a body with Content-Encoding';
      expectIn(answered, aspect, [name, got], [name, expected]);
    },
  };
}
