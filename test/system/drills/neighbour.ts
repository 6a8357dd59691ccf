// The drill `neighbour`: what one user's costly requests, crowds of requests, slow bodies and unread answers make others wait.
import { Agent } from 'node:http';
import type { Service } from '../../process/service.ts';
import { bigRequest } from '../fuzz/big-requests.ts';
import { withToken } from '../fuzz/requests.ts';
import { send as sendBig } from '../fuzz/send.ts';
import { type Outcome, rowOf, timed } from './drill.ts';
import { beside, watchPeak } from './support/beside.ts';
import { COSTLIEST, COSTLY, crowdInThread, SLOW, SMALL } from './support/crowds.ts';
import { idIn, judged, send } from './support/send.ts';
import { onBothDatabases, seed, startNode } from './support/servers.ts';

/** A costly request alone is answered in this time. */
const ALONE_MILLISECONDS = 60;
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 10;
/** The memory of the process beside a crowd of requests, and what more the embedded database takes in it. */
const MOST_MEGABYTES = 450;
const EMBEDDED_MEGABYTES = 100;

export const run = () =>
  onBothDatabases(async (cleanup, name, database) => {
    const { owner, rival } = await seed(database);
    const service = await startNode(cleanup, { ...database, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' });
    const product = { title: 'Big', rent: 1, stock_type: 1, quantity: 1, description: 'x'.repeat(1_000_000) };
    const bigProduct = idIn(await send(service, 'POST', '/product', { product }));
    const { origin, port, token } = service;
    const target = { port, token, product: owner.product, bigProduct };
    const most = MOST_MEGABYTES + (name === 'embedded' ? EMBEDDED_MEGABYTES : 0);
    const any = Number.POSITIVE_INFINITY;
    // How long a read of others may take, and the memory of the process meanwhile.
    const scenes = [
      { crowds: SMALL, readers: [rival], within: 300, megabytes: most },
      { crowds: COSTLY, readers: [rival], within: 300, megabytes: any },
      { crowds: SLOW, readers: [owner, rival], within: 500, megabytes: any },
    ];
    const rows = [rowOf(`${name}: a costly request alone, least of ${ATTEMPTS}`, await alone(service))];
    for (const { crowds, readers, within, megabytes } of scenes) {
      for (const crowd of Object.keys(crowds)) {
        const memory = await watchPeak(service);
        const reads = readers.map(({ token, product }) => ({ origin, token, path: `/product/${product}` }));
        const answers = await beside(reads, PAUSE_MILLISECONDS, () => crowdInThread(crowd, target));
        const peak = await memory.megabytes();
        const isTooMuch = peak > megabytes ? [{ milliseconds: 0, fault: `more than ${megabytes} MB` }] : [];
        for (const [index, { who }] of readers.entries()) {
          const outcomes = [...judged(answers[index] ?? [], [200], within), ...isTooMuch];
          rows.push(rowOf(`${name}: ${who} beside ${crowd}; memory at most ${peak} MB`, outcomes));
        }
      }
    }
    return rows;
  });

/** Sends each request alone, several times, and takes the least time: other work of the machine adds to the others. */
async function alone({ port, token }: Service): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Outcome[] = [];
  for (const [what, bytes] of COSTLIEST.filter(([what]) => !what.endsWith('many mutations'))) {
    const request = withToken(bigRequest(what).of(bytes), token);
    const attempts: Outcome[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      attempts.push(await timed(ALONE_MILLISECONDS, () => sendBig(port, agent, request)));
    }
    const [least] = attempts.sort((a, b) => a.milliseconds - b.milliseconds);
    outcomes.push({
      milliseconds: 0,
      ...least,
      ...(least?.fault && { fault: `${what}, ${bytes} bytes: ${least.fault}` }),
    });
  }
  agent.destroy();
  return outcomes;
}
