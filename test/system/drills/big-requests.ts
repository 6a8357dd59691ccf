// The drill `big-requests`: every costly request of up to 1 MiB, one at a time; how long /healthz waits meanwhile.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../process/service.ts';
import { BIG_PRODUCT, bigAnswers, ESCAPED_PRODUCT } from '../fuzz/big-answers.ts';
import { BIG_REQUESTS, type BigRequest, MOST_BYTES } from '../fuzz/big-requests.ts';
import { withToken } from '../fuzz/requests.ts';
import { send as sendBig } from '../fuzz/send.ts';
import { inTime, type Outcome, type Row, rowOf } from './drill.ts';
import { beside, watchPeak } from './support/beside.ts';
import { idIn, send, times } from './support/send.ts';
import { onBothDatabases, startNode } from './support/servers.ts';

/** A check of /healthz may wait so much longer than without a big request. */
const MOST_MILLISECONDS = 100;
const BEFORE_MILLISECONDS = 1_000;
const PAUSE_MILLISECONDS = 2;
const ITEMS = 30;

export const run = () =>
  onBothDatabases(async (cleanup, name, variables) => {
    const service = await startNode(cleanup, { ...variables, LOG_LEVEL: 'error' });
    const agent = new Agent({ keepAlive: true });
    cleanup.defer(() => agent.destroy());
    const slowestCheck = async (work: () => Promise<unknown>) => {
      const [checks = []] = await beside([{ ...service, path: '/healthz' }], PAUSE_MILLISECONDS, work);
      return Math.max(...checks.map(({ milliseconds }) => milliseconds));
    };
    const within = Math.ceil(await slowestCheck(() => delay(BEFORE_MILLISECONDS))) + MOST_MILLISECONDS;
    const isGraphQL = ({ of }: BigRequest) => of(0).target === '/graphql';
    const groups: Readonly<Record<string, readonly BigRequest[]>> = {
      'REST, headers, forms': BIG_REQUESTS.filter((request) => !isGraphQL(request)),
      GraphQL: BIG_REQUESTS.filter(isGraphQL),
      'long answers': bigAnswers(await createBigRecords(service)),
    };
    const rows: Row[] = [];
    for (const [group, requests] of Object.entries(groups)) {
      const memory = await watchPeak(service);
      const outcomes: Outcome[] = [];
      for (const { what, of } of requests) {
        let status = 0;
        const slowest = await slowestCheck(async () => {
          const answer = sendBig(service.port, agent, withToken(of(MOST_BYTES), service.token));
          ({ status } = await answer.catch(() => ({ status: 0 })));
        });
        const { milliseconds, fault } = inTime(
          slowest,
          within,
          status >= 200 && status < 500 ? undefined : `${status}`,
        );
        outcomes.push({ milliseconds, fault: fault && `${what}: ${fault}` });
      }
      rows.push(rowOf(`${name}: ${group}: memory at most ${await memory.megabytes()} MB`, outcomes));
    }
    return rows;
  });

async function createBigRecords(service: Service) {
  const create = (fields: object) =>
    send(service, 'POST', '/product', { product: { title: 'Big', rent: 1, stock_type: 1, quantity: 1, ...fields } });
  const escaped = idIn(await create(ESCAPED_PRODUCT));
  const products = (await times(ITEMS, 1, () => create(BIG_PRODUCT))).map(idIn);
  const items = products.map((id) => ({ ad_id: id, quantity: 1 }));
  const bundle = await send(service, 'POST', '/bundle', { bundle: { title: 'Big', items } });
  return { products, escaped, bundle: idIn(bundle) };
}
