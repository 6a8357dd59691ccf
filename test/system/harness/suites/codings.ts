// Answers by Accept-Encoding with the headers of caches, and bodies with a Content-Encoding.

import { deflateSync, gzipSync } from 'node:zlib';
import type { AnsweredCall, Surface } from '../calls/call.ts';
import { CODINGS } from '../calls/client.ts';
import { prepare, targetOf } from '../calls/send-pair.ts';
import { expectSame, Finding, SURFACE_TITLES, shown } from '../check/answer.ts';
import { createOne, PLAIN_PRODUCT, type World } from '../world.ts';
import { exchange } from './send-one.ts';
import { ofCases, type Suite, smallestInputs, type Write, writesOf } from './suite.ts';

interface Accepted {
  /** The header; absent: none is sent. */
  readonly accept?: string;
  /** The codings that the answer may have. */
  readonly codings: readonly string[];
  /** Whether a large answer may have none. */
  readonly isOptional?: boolean;
}

const ALL = Object.keys(CODINGS);

const ACCEPTED: readonly Accepted[] = [
  { codings: [] },
  { accept: '', codings: [] },
  { accept: 'identity', codings: [] },
  { accept: 'deflate', codings: [] },
  { accept: 'gzip;q=0', codings: [] },
  { accept: 'gzip;q=0, br;q=0.0, zstd;q=0', codings: [] },
  ...ALL.map((coding) => ({ accept: coding, codings: [coding] })),
  { accept: 'GZIP', codings: ['gzip'] },
  { accept: 'gzip;q=0, br', codings: ['br'] },
  { accept: 'x-unknown, gzip ; q=0.5', codings: ['gzip'] },
  { accept: 'br;q=1.0, gzip;q=0.8, *;q=0.1', codings: ALL },
  { accept: 'gzip, deflate, br, zstd', codings: ALL },
  { accept: '*', codings: ALL, isOptional: true },
];

/** Smaller answers are sent as they are. */
const MIN_BYTES = 1_024;

interface CodingCase extends Accepted {
  readonly surface: Surface;
  readonly resource: 'large' | 'small' | 'missing';
}

export function compressionSuite(world: World): Suite<CodingCase> {
  const operation = world.rest.operation('readProduct');
  let large: number | undefined;

  async function run({ surface, resource, accept, codings, isOptional = false }: CodingCase): Promise<void> {
    large ??= await createOne(world, {
      ...PLAIN_PRODUCT,
      description: 'Two persons, 2.4 kg, dry. '.repeat(100),
    });
    const id = { large, small: world.fixtures.offline.id, missing: 2_147_483_647 }[resource];
    const call = prepare(world, { ...targetOf(operation, id) }).calls[surface];
    const { answered: plain } = await exchange(world, surface, call, operation);
    const headers = { ...call.headers, ...(accept !== undefined && { 'Accept-Encoding': accept }) };
    const { answered } = await exchange(world, surface, { ...call, headers }, operation);
    checkCoding(plain, [], false);
    checkCoding(answered, codings, isOptional);
    for (const name of ['status', 'text'] as const)
      expectSame(`${name} by Accept-Encoding`, answered[name], plain[name], answered, plain);
    for (const one of [plain, answered]) checkCaching(one);
  }

  const cases = (['rest', 'graphql'] as const).flatMap((surface) =>
    (['large', 'small', 'missing'] as const).flatMap((resource) =>
      ACCEPTED.map((accepted) => ({ surface, resource, ...accepted })),
    ),
  );
  return {
    ...ofCases(cases),
    labelOf: ({ surface, resource, accept }) => `${surface} ${resource} ${accept}`,
    run,
  };
}

function checkCoding(answered: AnsweredCall, codings: readonly string[], isOptional: boolean): void {
  const coding = answered.headers.get('content-encoding');
  if (coding !== null && !codings.includes(coding)) {
    throw codingFault('Content-Encoding', `is ${coding}, not one of ${shown(codings)}`, answered);
  }
  const isLarge = Buffer.byteLength(answered.text) >= MIN_BYTES;
  if (coding !== null && !isLarge) throw codingFault('Content-Encoding of a small answer', coding, answered);
  if (coding === null && isLarge && codings.length > 0 && !isOptional) {
    throw codingFault('Content-Encoding of a large answer', `is missing, not one of ${shown(codings)}`, answered);
  }
}

const READ_CACHING = ['no-cache', 'private'];
const READ_VARY = ['accept-encoding', 'authorization', 'service-version'];

/** A client keeps reads of REST and asks again before each use; nothing else is kept. */
export function checkCaching(answered: AnsweredCall): void {
  const { surface, call, status } = answered;
  const isMethodOfReads = call.method === 'GET' || call.method === 'HEAD';
  const isRead = surface === 'rest' && isMethodOfReads && (status === 200 || status === 304);
  const wanted = isRead ? READ_CACHING : ['no-store'];
  expectSame(`${SURFACE_TITLES[surface]} Cache-Control`, listIn(answered, 'Cache-Control'), wanted, answered);
  const vary = listIn(answered, 'Vary');
  const missing = isRead ? READ_VARY.find((name) => !vary.includes(name)) : undefined;
  if (missing !== undefined) throw codingFault('Vary of a read', `${shown(vary)} without ${missing}`, answered);
}

const listIn = ({ headers }: AnsweredCall, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .toSorted();

const codingFault = (aspect: string, detail: string, answered: AnsweredCall, ...others: readonly AnsweredCall[]) =>
  new Finding(`${SURFACE_TITLES[answered.surface]} ${aspect}`, detail, [answered, ...others]);

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
  readonly body: string;
}

export function requestCodingSuite(world: World): Suite<BodyCase> {
  const smallest = smallestInputs(world);
  const writes = writesOf(world);

  async function run({ surface, write, body }: BodyCase): Promise<void> {
    const operation = world.rest.operation(write);
    const target = targetOf(operation, world.fixtures.offline.id);
    const { calls } = prepare(world, { ...target, input: smallest[write] });
    const { coding, encode, expected } = CODED.find(({ name }) => name === body) ?? (CODED[0] as Coded);
    const call = calls[surface];
    const headers = { ...call.headers, 'Content-Encoding': coding };
    const coded = { ...call, headers, body: encode(String(call.body)) };
    const { answered, observed } = await exchange(world, surface, coded, operation);
    checkCaching(answered);
    const got = observed.kind === 'ok' ? 'ok' : answered.status;
    expectSame(
      `${SURFACE_TITLES[surface]} answer to a body with Content-Encoding`,
      [body, got],
      [body, expected],
      answered,
    );
  }

  const cases = (['rest', 'graphql'] as const).flatMap((surface) =>
    writes.flatMap((write) => CODED.map(({ name }) => ({ surface, write, body: name }))),
  );
  return {
    isThrottled: true,
    ...ofCases(cases),
    labelOf: ({ surface, body }) => `${surface} ${body}`,
    run,
  };
}
