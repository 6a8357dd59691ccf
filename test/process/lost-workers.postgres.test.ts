// Workers that hang or die: they are replaced, the port stays open meanwhile, and a stop waits for none of them for ever.
import { afterAll, beforeAll, test } from 'vitest';
import { rawConnect } from '../http/raw-client.ts';
import { headOf } from '../http/served-app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { freePort } from '../support/postgres-server.ts';
import { type Child, runScript, type Service, startService, toldIn } from './service.ts';

let database: FreshPostgres;
const started: Child[] = [];
beforeAll(async () => {
  database = await freshPostgres();
});
afterAll(async () => {
  for (const child of started) {
    for (const pid of [...pidsOf(child), child.process.pid ?? 0]) kill(pid, 'SIGKILL');
    await child.ended();
  }
  await database.drop();
});

const variables = () => ({ WORKERS: '2', DATABASE_URL: database.url, LOG_LEVEL: 'info' });

async function start(): Promise<Service> {
  const service = await startService(variables());
  started.push(service);
  return service;
}

/** Those of all workers so far, in the order of their start. */
const pidsOf = (child: Child): number[] =>
  [...child.output().stderr.matchAll(/"owner_api\.worker_pid":(\d+)/g)].map(([, pid]) => Number(pid));

/** A process may have ended. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

const status = async ({ origin }: Service) =>
  (await fetch(`${origin}/readyz`, { headers: { Connection: 'close' } })).status;

/** Sends a request; whether each of the workers has answered one so far. */
async function haveAnswered(service: Service, pids: readonly number[]): Promise<boolean> {
  await status(service);
  return pids.every((pid) => new RegExp(`"process.pid":${pid},.*"msg":"request"`).test(service.output().stderr));
}

test.concurrent('connections wait while all workers are replaced, killed ones and hanging ones', async ({ expect }) => {
  const service = await start();
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const before = pidsOf(service);
    await expect.poll(() => haveAnswered(service, before.slice(-2))).toBe(true);
    for (const pid of before.slice(-2)) kill(pid, signal);
    expect(await Promise.all(Array.from({ length: 8 }, () => status(service)))).toEqual(Array(8).fill(200));
    await expect.poll(() => pidsOf(service).length).toBe(before.length + 2);
  }
  expect(service.output().stderr.match(/Worker \d has given no heartbeat for 10 s and is killed\./g)).toHaveLength(2);
  expect((await service.stop()).code).toBe(0);
});

test.concurrent('a worker bounds slow clients, and answers those that end their side first; a stop does not wait for one that hangs', async ({
  expect,
}) => {
  const service = await start();
  const [slow, half] = [await rawConnect(service.port), await rawConnect(service.port)];
  slow.send('GET /healthz HTTP/1.1\r\nHost: x\r\nA: ');
  half.send(`${headOf('GET', '/healthz')}\r\n`);
  half.end();
  expect((await half.answer()).status).toBe(200);
  expect((await slow.answer()).status).toBe(408);
  kill(pidsOf(service)[1] ?? 0, 'SIGSTOP');
  const { code, stderr } = await service.stop();
  expect(code).toBe(1);
  expect(toldIn(stderr)).toContainEqual(expect.objectContaining({ level: 'fatal', msg: 'Worker 2 ended by SIGKILL.' }));
});

test.concurrent('a worker that dies while it starts for the first time is replaced', async ({ expect }) => {
  const child = runScript('src/start.js', [], { PORT: '0', ...variables() });
  started.push(child);
  await expect.poll(() => pidsOf(child).length).toBe(2);
  kill(pidsOf(child)[1] ?? 0, 'SIGKILL');
  await expect.poll(() => child.output().stdout).toContain('GraphQL');
  expect(pidsOf(child)).toHaveLength(3);
  child.process.kill('SIGTERM');
  expect((await child.ended()).code).toBe(0);
});

test.concurrent('SIGTERM while workers still start drains the ready ones, and drops no request', async ({ expect }) => {
  const port = await freePort();
  const child = runScript('src/start.js', [], { ...variables(), PORT: String(port), DRAIN_SECONDS: '600' });
  started.push(child);
  await expect.poll(() => pidsOf(child).length).toBe(2);
  // It never becomes ready.
  for (const pid of pidsOf(child).slice(1)) kill(pid, 'SIGSTOP');
  const statusOf = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).status;
  expect(await statusOf('/readyz')).toBe(200);
  child.process.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  child.process.kill('SIGTERM');
  const { code, stdout, stderr } = await child.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/"msg":"stopped"\}\n$/);
  expect(stderr).not.toContain('"level":"error"');
});

test.concurrent('SIGTERM before the first worker is ready ends the node at once, also one that waits for its database', async ({
  expect,
}) => {
  const away = { ...variables(), DATABASE_URL: 'postgres://127.0.0.1:1/none', PORT: '0' };
  const child = runScript('src/start.js', [], away);
  started.push(child);
  await expect.poll(() => child.output().stderr).toContain('Waiting for the database at 127.0.0.1:1');
  child.process.kill('SIGTERM');
  const { code, stdout } = await child.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});
