// The floor: the least that a server on Node does for a workload, `node:http` with one statement of `pg` for each request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { BY_DOCUMENT, BY_PATH, BY_PREFIX, type FloorStatement } from './floor-statements.ts';

/** As many as a node of the service has. */
const CONNECTIONS = 10;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });
const byPath = new Map<string, FloorStatement>(Object.entries(BY_PATH));

/** Events, because iterating over a stream costs 10 µs. */
const bodyOf = (req: IncomingMessage) =>
  new Promise<{ query?: string }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('error', reject);
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
  });

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = req.url ?? '';
  const read = req.method === 'GET' ? BY_PREFIX.find(({ prefix }) => path.startsWith(prefix)) : undefined;
  const body = read ? undefined : await bodyOf(req);
  const statement = read?.statement ?? byPath.get(path) ?? BY_DOCUMENT.get(body?.query ?? '');
  if (!statement) return reply(res, 404, {});
  const hash = hashToken(req.headers.authorization?.slice('Bearer '.length) ?? '');
  const { name, text, values, answer, status } = statement;
  const { rows } = await pool.query({ name, text, values: [hash, ...values(body, path.slice(read?.prefix.length))] });
  if (rows[0]) reply(res, status, answer(rows[0]));
  else reply(res, 404, {});
}

function reply(res: ServerResponse, status: number, body: { location?: string }): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...(body.location && { Location: body.location }),
  });
  res.end(text);
}

const server = createServer((req, res) => {
  serve(req, res).catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
    reply(res, 500, {});
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  pool.end();
});
