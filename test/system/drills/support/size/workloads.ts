// What requests cost on the filled database, beside the same requests on one with few rows.
import { join } from 'node:path';
import manifest from '../../../../../package.json' with { type: 'json' };
import { temporaryDirectory } from '../../../../process/service.ts';
import { startServer } from '../../../bench/measured-server.ts';
import { measure } from '../../../bench/rounds.ts';
import { WORKLOADS } from '../../../bench/workloads.ts';
import { type Row, rowOf } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';

const NAMES = ['W1', 'W2', 'W3', 'W4', 'W5'];
const MOST_TIMES = 1.1;
const OPTIONS = { rounds: 9, seconds: 2, connections: 32 };
const VARIABLES = { PORT: '0', RATE_LIMIT_POINTS: '2147483647', IMAGE_CHECK: 'simulate' };
const FLAGS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** CPU of the service for a request, in turns on both; a row fails beyond 1.1 times that on few rows. */
export async function compareCosts({ url, scene, few }: FilledServer, say: (text: string) => void): Promise<Row[]> {
  const logs = await temporaryDirectory();
  const start = (name: string, database: string) =>
    startServer({
      ...{ script: 'src/start.js', nodeFlags: FLAGS, log: join(logs.path, name) },
      variables: { ...VARIABLES, DATABASE_URL: database },
    });
  const servers = { many: await start('many', url), few: await start('few', few.url) };
  try {
    // The one with few rows is the floor.
    const targets = { service: { server: servers.many, scene }, floor: { server: servers.few, scene: few.scene } };
    const workloads = WORKLOADS.filter(({ name }) => NAMES.includes(name));
    const results = await measure(targets, workloads, OPTIONS, say);
    return results.map(({ workload: { name }, medians: { service, floor } }) => {
      const times = service.cpuMicroseconds / floor.cpuMicroseconds;
      const what = `${name}: ${Math.round(service.cpuMicroseconds)} µs, ${times.toFixed(2)} times that on few rows`;
      const fault = times > MOST_TIMES ? `more than ${MOST_TIMES} times` : undefined;
      return rowOf(what, [{ milliseconds: service.p99Milliseconds, fault }]);
    });
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await logs.remove();
  }
}
