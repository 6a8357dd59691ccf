// The drill `neighbour`: what one user's costly requests, crowds of requests, slow bodies and unread answers make others wait.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../../process/service.ts';
import { bigRequest, MOST_BYTES } from '../fuzz/big-requests.ts';
import { withToken } from '../fuzz/requests.ts';
import { send } from '../fuzz/send.ts';
import type { Row } from './drill.ts';
import { type BigKind, sendInThread } from './support/big-requests-thread.ts';
import { onBothDatabases, type Variables } from './support/both-databases.ts';
import { CROWD_NAMES, type CrowdName, type CrowdTarget, crowdInThread } from './support/crowds-thread.ts';
import { watchMemory } from './support/memory.ts';
import { type Reader, readAgainAndAgain, seedReaders } from './support/readers.ts';
import { rowOf } from './support/send.ts';
import { connectInThread, createBigProduct, type SlowLoad } from './support/slow-client.ts';

const AT_ONCE = 64;
/** A single costly request is answered in this time. */
const ALONE_MILLISECONDS = 60;
const ATTEMPTS = 5;
/** A read of another user is answered in this time beside costly requests, one of anybody beside slow clients. */
const OTHER_USER_MILLISECONDS = 300;
const BESIDE_SLOW_MILLISECONDS = 500;
const PAUSE_MILLISECONDS = 10;
const SLOW_CLIENTS_MILLISECONDS = 15_000;
/** The memory of the process beside a crowd of requests, and what more the embedded database takes in it. */
const MOST_MEGABYTES = 450;
const EMBEDDED_MEGABYTES = 100;

/** Bytes in which a wide object has almost as many fields as a body may have. */
const MOST_FIELDS_BYTES = 170_000;

/** The costliest of each kind of request, sent many at once; the others once each, as many at once. */
const COSTLIEST: readonly BigKind[] = [
  { what: 'a wide object as a product', bytes: MOST_BYTES },
  { what: 'a wide object as a product', bytes: MOST_FIELDS_BYTES },
  { what: 'a wide object as an update', bytes: MOST_BYTES },
  { what: 'an object with numbers for names as an update', bytes: MOST_FIELDS_BYTES },
  { what: 'a wide object as attributes', bytes: MOST_FIELDS_BYTES },
  { what: 'a list of objects as the field equipments', bytes: MOST_BYTES },
  { what: 'a wide object as the variables', bytes: MOST_BYTES },
  { what: 'a wide object as an input', bytes: MOST_FIELDS_BYTES },
  { what: 'an object with numbers for names as an input', bytes: MOST_FIELDS_BYTES },
  { what: 'a list of images as images of many mutations', bytes: MOST_FIELDS_BYTES },
  { what: 'a text as the field description', bytes: MOST_BYTES },
  { what: 'a text as a text of many mutations', bytes: MOST_BYTES },
  { what: 'a document with fields that conflict', bytes: MOST_BYTES },
  { what: 'a document with one deep field many times', bytes: MOST_BYTES },
];
const SLOW_CLIENTS: readonly (Pick<SlowLoad, 'clients' | 'bytesAtOnce'> & { readonly what: string })[] = [
  { what: '1,000 bodies that trickle in', clients: 1_000, bytesAtOnce: 10 },
  { what: '500 bodies that stop short of their end', clients: 500, bytesAtOnce: MOST_BYTES - 1_000 },
  { what: '500 answers of 1 MB that are not read', clients: 500 },
];

export const run = () =>
  onBothDatabases(({ name, variables }) =>
    exercise(name, variables, MOST_MEGABYTES + (name === 'embedded' ? EMBEDDED_MEGABYTES : 0)),
  );

async function exercise(name: string, database: Variables, megabytes: number): Promise<Row[]> {
  const { same, other } = await seedReaders(database);
  const unlimited = { RATE_LIMIT_POINTS: '1000000', SIGN_IN_POINTS: '1000000', TRUSTED_PROXY_HOPS: '1' };
  const service = await startService({ ...database, ...unlimited, LOG_LEVEL: 'error' });
  try {
    const bigProduct = await createBigProduct(service);
    const { port, token } = service;
    const target = { port, token, product: same.product, bigProduct };
    const rows: Row[] = [];
    for (const crowd of CROWD_NAMES) rows.push(await besideCrowd(service, other, crowd, target, megabytes));
    rows.push(await alone(service));
    for (const kind of [...COSTLIEST, undefined]) rows.push(await besideCostly(service, other, kind));
    for (const { what, ...load } of SLOW_CLIENTS) {
      const end = await connectInThread({ port, token, bigProduct, ...load });
      rows.push(...(await besideSlow(what, service, end, [same, other])));
    }
    return rows.map((row) => ({ ...row, what: `${name}: ${row.what}` }));
  } finally {
    await service.stop();
  }
}

/** Sends each request alone, several times, and takes the least time: other work of the machine adds to the others. */
async function alone({ port, token }: Service): Promise<Row> {
  const agent = new Agent({ keepAlive: true });
  const answers: { status: number; milliseconds: number }[] = [];
  for (const { what, bytes } of COSTLIEST.filter(({ what }) => !what.endsWith('many mutations'))) {
    const request = withToken(bigRequest(what).of(bytes), token);
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const start = performance.now();
      await send(port, agent, request);
      least = Math.min(least, performance.now() - start);
    }
    if (least > ALONE_MILLISECONDS) process.stderr.write(`${what} of ${bytes} bytes: ${Math.round(least)} ms alone\n`);
    answers.push({ status: 200, milliseconds: least });
  }
  agent.destroy();
  return rowOf('a costly request alone, least of five', answers, [200], { within: ALONE_MILLISECONDS });
}

/** Reads as another user while a big request is sent many times at once; without one, each of them once. */
async function besideCostly(service: Service, reader: Reader, kind?: BigKind): Promise<Row> {
  let isOver = false;
  const reading = { isOver: () => isOver, pause: PAUSE_MILLISECONDS, within: OTHER_USER_MILLISECONDS };
  const row = readAgainAndAgain(service, reader, reading);
  const { port, token } = service;
  await sendInThread({ port, token, clients: AT_ONCE, ...(kind && { kind }) });
  isOver = true;
  const what = kind ? `${kind.what}, ${kind.bytes} bytes` : 'all big requests';
  return { ...(await row), what: `${reader.who} beside ${AT_ONCE} at once of ${what}` };
}

/** Reads as another user while a crowd of requests is answered; too much memory has failed, too. */
async function besideCrowd(
  service: Service,
  reader: Reader,
  name: CrowdName,
  target: CrowdTarget,
  megabytes: number,
): Promise<Row> {
  let isOver = false;
  const memory = watchMemory(service);
  const reading = { isOver: () => isOver, pause: PAUSE_MILLISECONDS, within: OTHER_USER_MILLISECONDS };
  const reads = readAgainAndAgain(service, reader, reading);
  await crowdInThread(name, target);
  isOver = true;
  const row = await reads;
  const { text, mostMegabytes } = await memory.stop();
  const failed = row.failed + (mostMegabytes > megabytes ? 1 : 0);
  return { ...row, failed, what: `${reader.who} beside ${name}; memory ${text}` };
}

/** Reads as both users while the slow clients of the first are connected. */
async function besideSlow(
  what: string,
  service: Service,
  endClients: () => Promise<unknown>,
  readers: readonly Reader[],
) {
  const memory = watchMemory(service);
  const end = performance.now() + SLOW_CLIENTS_MILLISECONDS;
  const reading = {
    isOver: () => performance.now() > end,
    pause: PAUSE_MILLISECONDS,
    within: BESIDE_SLOW_MILLISECONDS,
  };
  const rows = await Promise.all(readers.map((reader) => readAgainAndAgain(service, reader, reading)));
  await endClients();
  const { text: megabytes } = await memory.stop();
  // The connections end before the next kind of client begins.
  await delay(PAUSE_MILLISECONDS);
  return rows.map((row) => ({ ...row, what: `${row.what} beside ${what}; memory ${megabytes}` }));
}
