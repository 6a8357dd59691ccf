// The drill `slow-clients`: hundreds of clients that do not read, or hardly send; normal clients are served meanwhile.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, type Service, startService, temporaryDirectory } from '../process/service.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import type { Drill, Row } from './drill.ts';
import { watchMemory } from './support/memory.ts';
import type { Node } from './support/send.ts';

const CLIENTS = 500;
const MEGABYTE = 1_000_000;
const DURATION_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 100;
const DRIP_MILLISECONDS = 500;

type Variables = Readonly<Record<string, string>>;

export const drill: Drill = {
  needs: 'ps, 1.5 GB of memory, 4 minutes',
  async run() {
    const directory = await temporaryDirectory();
    const server = await startPostgresServer();
    try {
      const rows: Row[] = [];
      const databases: [string, Variables][] = [
        ['embedded', { DATA_DIR: directory.path }],
        ['PostgreSQL', { DATABASE_URL: server.url }],
      ];
      for (const [name, variables] of databases) {
        rows.push(...(await beside(`${name}, ${CLIENTS} that do not read 1 MB`, variables, deafClient)));
        rows.push(...(await beside(`${name}, ${CLIENTS} that send a byte now and then`, variables, drippingClient)));
      }
      return rows;
    } finally {
      await server.stop();
      await directory.remove();
    }
  },
};

type Client = (service: Service, bigProduct: number) => Socket;

/** A user that sends normal requests, and a product to read. */
interface Reader {
  readonly who: string;
  readonly token: string;
  readonly product: number;
}

/** Users that send one normal request after the other while the slow clients of the owner are connected. */
async function beside(what: string, variables: Variables, slowClient: Client): Promise<Row[]> {
  const readers = await seed(variables);
  const service = await startService(variables);
  const clients: Socket[] = [];
  try {
    const big = await createBigProduct(service);
    const memory = watchMemory(service);
    for (let count = 0; count < CLIENTS; count++) clients.push(slowClient(service, big));
    const rows = await Promise.all(readers.map((reader) => readAgainAndAgain(service, reader)));
    const megabytes = await memory.stop();
    return rows.map((row) => ({ ...row, what: `${what}: ${row.what}; memory ${megabytes}` }));
  } finally {
    for (const client of clients) client.destroy();
    await service.stop();
  }
}

/** Fills the database, before the service opens it. */
async function seed(variables: Variables): Promise<Reader[]> {
  const { stdout } = await runCommand('src/commands/seed.ts', ['--json'], variables);
  const { users, products } = JSON.parse(stdout);
  return [
    { who: 'the same user', token: users.owner.token, product: products.tent },
    { who: 'another user', token: users.rival.token, product: products.rivals },
  ];
}

async function readAgainAndAgain({ origin }: Service, { who, token, product }: Reader): Promise<Row> {
  const row = { sent: 0, answered: 0, failed: 0, lost: 0, slowestMilliseconds: 0 };
  for (const end = performance.now() + DURATION_MILLISECONDS; performance.now() < end; ) {
    const start = performance.now();
    row.sent++;
    const status = await get({ origin, token }, product).catch(() => 0);
    if (status === 200) row.answered++;
    else row.failed++;
    row.slowestMilliseconds = Math.max(row.slowestMilliseconds, performance.now() - start);
    await delay(PAUSE_MILLISECONDS);
  }
  return { ...row, what: who };
}

const path = (id: number) => `/api/token-secured/product/${id}`;

function open({ port }: Service, head: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(head);
  return socket;
}

const deafClient: Client = (service, id) =>
  open(service, `GET ${path(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`).pause();

const drippingClient: Client = (service) => {
  const socket = open(service, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ').resume();
  const timer = setInterval(() => socket.write('x'), DRIP_MILLISECONDS);
  return socket.once('close', () => clearInterval(timer));
};

async function createBigProduct({ origin, token }: Service): Promise<number> {
  const product = { title: 'Big', rent: 1, stock_type: 1, quantity: 1, description: 'x'.repeat(MEGABYTE) };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ product });
  const answer = await fetch(`${origin}/api/token-secured/product`, { method: 'POST', headers, body });
  return ((await answer.json()) as { id: number }).id;
}

/** On a connection of its own, as a client that has not been there before. */
async function get({ origin, token }: Node, id: number): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const answer = await fetch(`${origin}${path(id)}`, { headers });
  await answer.text();
  return answer.status;
}
