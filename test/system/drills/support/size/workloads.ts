// What requests cost on the filled database, beside the same requests on one with few rows.
import { measure } from '../../../bench/rounds.ts';
import { startServer } from '../../../bench/servers.ts';
import { WORKLOADS } from '../../../bench/workloads.ts';
import { type Row, rowOf } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';

const NAMES = ['W1', 'W2', 'W3', 'W4', 'W5'];
const MOST_TIMES = 1.1;
const OPTIONS = { rounds: 9, seconds: 2 };

/** CPU of the service for a request, in turns on both; a row fails beyond 1.1 times that on few rows. */
export async function compareCosts({ url, scene, few }: FilledServer, say: (text: string) => void): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  // The one with few rows is the floor.
  const floor = { server: await startServer(cleanup, { databaseUrl: few.url }), scene: few.scene };
  const targets = { service: { server: await startServer(cleanup, { databaseUrl: url }), scene }, floor };
  const workloads = WORKLOADS.filter(({ name }) => NAMES.includes(name));
  const results = await measure(targets, workloads, OPTIONS, say);
  return results.map(({ workload: { name }, medians: { service, floor } }) => {
    const times = service.cpuMicroseconds / floor.cpuMicroseconds;
    const what = `${name}: ${Math.round(service.cpuMicroseconds)} µs, ${times.toFixed(2)} times that on few rows`;
    const fault = times > MOST_TIMES ? `more than ${MOST_TIMES} times` : undefined;
    return rowOf(what, [{ milliseconds: service.p99Milliseconds, fault }]);
  });
}
