// Workers that hang or die: they are replaced, the port stays open meanwhile, and a stop waits for none of them for ever.
import { afterAll, beforeAll, test } from 'vitest';
import { rawConnect } from '../http/raw-client.ts';
import { headOf } from '../http/served-app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { freePort } from '../support/postgres-server.ts';
import { type Child, runScript, toldIn } from './service.ts';

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

const variables = () => ({ WORKERS: '2', DATABASE_URL: database.url, LOG_LEVEL: 'info', PORT: '0' });

function run(more: Readonly<Record<string, string>> = {}): Child {
  const child = runScript('src/start.js', [], { ...variables(), ...more });
  started.push(child);
  return child;
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

const portOf = (child: Child) => Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(child.output().stdout)?.[1]);

const status = async (port: number, path = '/readyz') =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).status;

/** Sends a request; whether each of the workers has answered one so far. */
async function haveAnswered(service: Child, pids: readonly number[]): Promise<boolean> {
  await status(portOf(service));
  return pids.every((pid) => new RegExp(`"process.pid":${pid},.*"msg":"request"`).test(service.output().stderr));
}

test.concurrent('workers that die while they start for the first time, that are killed later and that hang are replaced, and connections wait meanwhile; a worker bounds slow clients; a stop does not wait for one that hangs', async ({
  expect,
}) => {
  const service = run();
  await expect.poll(() => pidsOf(service).length).toBe(2);
  kill(pidsOf(service)[1] ?? 0, 'SIGKILL');
  await expect.poll(() => service.output().stdout).toContain('GraphQL');
  const [first = 0, , replaced = 0, ...more] = pidsOf(service);
  expect(more).toEqual([]);
  const port = portOf(service);
  const [slow, half] = [await rawConnect(port), await rawConnect(port)];
  slow.send('GET /healthz HTTP/1.1\r\nHost: x\r\nA: ');
  half.send(`${headOf('GET', '/healthz')}\r\n`);
  // It ends its side first.
  half.end();
  expect((await half.answer()).status).toBe(200);
  expect((await slow.answer()).status).toBe(408);
  let living = [first, replaced];
  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const before = pidsOf(service);
    await expect.poll(() => haveAnswered(service, living)).toBe(true);
    for (const pid of living) kill(pid, signal);
    expect(await Promise.all(Array.from({ length: 8 }, () => status(port)))).toEqual(Array(8).fill(200));
    await expect.poll(() => pidsOf(service).length).toBe(before.length + 2);
    living = pidsOf(service).slice(before.length);
  }
  const hung = service.output().stderr.match(/Worker \d has given no heartbeat for 10 s and is killed\./g);
  expect(hung).toHaveLength(2);
  await expect.poll(() => haveAnswered(service, living)).toBe(true);
  kill(living[1] ?? 0, 'SIGSTOP');
  service.process.kill('SIGTERM');
  const { code, stderr } = await service.ended();
  expect(code).toBe(1);
  expect(toldIn(stderr)).toContainEqual(
    expect.objectContaining({ level: 'fatal', msg: expect.stringMatching(/^Worker \d ended by SIGKILL\.$/) }),
  );
});

test.concurrent('SIGTERM while workers still start drains the ready ones, and drops no request', async ({ expect }) => {
  const port = await freePort();
  const child = run({ PORT: String(port), DRAIN_SECONDS: '600' });
  await expect.poll(() => pidsOf(child).length).toBe(2);
  // It never becomes ready.
  for (const pid of pidsOf(child).slice(1)) kill(pid, 'SIGSTOP');
  expect(await status(port)).toBe(200);
  child.process.kill('SIGTERM');
  await expect.poll(() => status(port)).toBe(503);
  expect(await status(port, '/healthz')).toBe(200);
  child.process.kill('SIGTERM');
  const { code, stdout, stderr } = await child.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/"msg":"stopped"\}\n$/);
  expect(stderr).not.toContain('"level":"error"');
});

test.concurrent('SIGTERM before the first worker is ready ends the node at once, also one that waits for its database', async ({
  expect,
}) => {
  const child = run({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  await expect.poll(() => child.output().stderr).toContain('Waiting for the database at 127.0.0.1:1');
  child.process.kill('SIGTERM');
  const { code, stdout } = await child.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});
