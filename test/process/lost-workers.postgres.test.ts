// Workers that die, hang or are still starting: dead ones are replaced, and a stop never waits for one forever.
import { afterAll, beforeAll, test, vi } from 'vitest';
import { type RawConnection, rawConnect } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { freePort } from '../support/postgres-server.ts';
import { type Child, runScript, toldIn, welcomeIn } from './service.ts';

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

const variables = () => ({
  WORKERS: '2',
  DATABASE_URL: database.url,
  LOG_LEVEL: 'info',
  PORT: '0',
});

function run(more: Readonly<Record<string, string>> = {}): Child {
  const child = runScript('src/start.js', [], { ...variables(), ...more });
  started.push(child);
  return child;
}

/** All workers so far, in order of their start. */
const pidsOf = (child: Child): number[] =>
  [...child.output().stderr.matchAll(/"owner_api\.worker_pid":(\d+)/g)].map(([, pid]) =>
    Number(pid),
  );

/** A process may have ended. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

const portOf = (child: Child) =>
  Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(welcomeIn(child.output().stdout))?.[1]);
const isReady = (child: Child) => welcomeIn(child.output().stdout).includes('GraphQL');

const status = async (port: number, path = '/readyz') =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).status;

const fatal = (stderr: string) => toldIn(stderr).filter(({ level }) => level === 'fatal');

async function ask(connection: RawConnection) {
  connection.send(`${headOf('GET', '/')}\r\n`);
  return connection.answer();
}

const openClients = (service: Child, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await rawConnect(portOf(service));
      const id = headerOf(await ask(connection), 'x-request-id');
      const served = new RegExp(`"process.pid":(\\d+),.*"owner_api.request_id":"${id}"`);
      const pid = await vi.waitUntil(() => served.exec(service.output().stderr)?.[1], {
        timeout: EVENTUALLY,
      });
      return { connection, pid: Number(pid) };
    }),
  );

/** Sends requests one after the other until the connection ends; returns the status of each response, 0 for the end. */
function load({ connection }: { readonly connection: RawConnection }): number[] {
  const statuses: number[] = [];
  const next = async (): Promise<unknown> =>
    statuses.push((await ask(connection)).status) && next();
  next().catch(() => statuses.push(0));
  return statuses;
}

test.concurrent('a worker that dies, under load or while starting, loses only its connections', async ({
  expect,
}) => {
  const service = run();
  await expect.poll(() => pidsOf(service).length).toBe(2);
  kill(pidsOf(service)[1] ?? 0, 'SIGKILL');
  await expect.poll(() => isReady(service)).toBe(true);
  const [first = 0, , second = 0, ...more] = pidsOf(service);
  expect(more).toEqual([]);
  const clients = await openClients(service, 16);
  expect(new Set(clients.map(({ pid }) => pid))).toEqual(new Set([first, second]));
  const answers = clients.map(load);
  const haveMore = (most: number) => () =>
    answers.every((one) => one.length > most || one.at(-1) === 0);
  await expect.poll(haveMore(5)).toBe(true);
  kill(second, 'SIGKILL');
  await expect.poll(() => pidsOf(service)).toHaveLength(4);
  const third = pidsOf(service)[3];
  const serves = async () => (await openClients(service, 2)).some(({ pid }) => pid === third);
  await expect.poll(serves).toBe(true);
  await expect.poll(haveMore(Math.max(...answers.map(({ length }) => length)))).toBe(true);
  for (const [at, { connection, pid }] of clients.entries()) {
    expect(new Set(answers[at])).toEqual(new Set(pid === second ? [200, 0] : [200]));
    connection.close();
  }
});

test.concurrent('a hanging worker gets at most one connection; a stop kills and names it', async ({
  expect,
}) => {
  const service = run({ METRICS_PORT: '0' });
  await expect.poll(() => isReady(service)).toBe(true);
  kill(pidsOf(service)[1] ?? 0, 'SIGSTOP');
  const answered: number[] = [];
  for (let n = 0; n < 8; n++)
    void status(portOf(service)).then(
      (one) => answered.push(one),
      () => {},
    );
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(7);
  const metrics = status(
    Number(/Metrics.*:(\d+)/.exec(welcomeIn(service.output().stdout))?.[1]),
    '/metrics',
  );
  service.process.kill('SIGTERM');
  const { code, stderr } = await service.ended();
  expect([new Set(answered), await metrics, code]).toEqual([new Set([200]), 503, 1]);
  expect(fatal(stderr)).toMatchObject([{ msg: 'Worker 2 ended by SIGKILL.' }]);
});

test.concurrent('SIGTERM while a worker is still starting drains the ready one and drops no request', async ({
  expect,
}) => {
  const port = await freePort();
  const child = run({ PORT: String(port), DRAIN_SECONDS: '600' });
  await expect.poll(() => pidsOf(child).length).toBe(2);
  child.process.kill('SIGTERM');
  await expect.poll(() => status(port)).toBe(503);
  expect(await status(port, '/healthz')).toBe(200);
  child.process.kill('SIGTERM');
  const { code, stderr } = await child.ended();
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/"msg":"stopped"\}\n$/),
  });
  expect(stderr).not.toContain('"level":"error"');
});

test.concurrent('a stop kills a worker that hangs while it starts, and succeeds: no request was dropped', async ({
  expect,
}) => {
  const child = run();
  await expect.poll(() => pidsOf(child).length).toBe(2);
  kill(pidsOf(child)[1] ?? 0, 'SIGSTOP');
  child.process.kill('SIGINT');
  const { code, stderr } = await child.ended();
  expect({ code, fatal: fatal(stderr) }).toEqual({ code: 0, fatal: [] });
});

test.concurrent('SIGTERM before a worker is ready ends the node at once, even if it waits for its database', async ({
  expect,
}) => {
  const child = run({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  await expect.poll(() => child.output().stderr).toContain('for the database at 127.0.0.1:1');
  child.process.kill('SIGTERM');
  const { code, stdout } = await child.ended();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test.concurrent("a first worker that can't start ends the node, and the reason is logged once", async ({
  expect,
}) => {
  const child = run({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '0' });
  const { code, stderr } = await child.ended();
  expect(code).toBe(1);
  expect(fatal(stderr)).toMatchObject([
    { 'owner_api.worker': 1, msg: expect.stringContaining('127.0.0.1:1') },
  ]);
});

test.concurrent('workers exit with their primary process, even if it is killed', async ({
  expect,
}) => {
  const service = run();
  await expect.poll(() => isReady(service)).toBe(true);
  service.process.kill('SIGKILL');
  // The output pipes close when the last process that holds them has ended.
  await service.ended();
  await expect(status(portOf(service))).rejects.toThrow();
});
