// A scene of the drill `slow-database`: the server's responses to a transaction are held for longer than the timeouts of
// its statement and of its ROLLBACK. Each update confirmed afterwards is read back in another session.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '../../../../src/database/open-database.ts';
import { type Page, signedIn } from '../../../sites/dashboard/visitor.ts';
import type { TestApp } from '../../../support/app.ts';
import type { TcpProxy } from '../../../support/tcp-proxy.ts';
import { inTime, type Row, rowOf } from '../drill.ts';
import { type Answer, judged, type Node, send } from './send.ts';

/** In milliseconds from the form, which waits for a lock until then. */
const HELD_FROM = 200;
const LOCKED_UNTIL = 900;
const HELD_UNTIL = 5_400;
/** After which PostgreSQL has ended an idle transaction. */
const IDLE_MILLISECONDS = 6_000;
const FORM_WITHIN_MILLISECONDS = 6_000;
const UPDATE_WITHIN_MILLISECONDS = 2_000;
const UPDATES = 12;

interface Installation {
  readonly url: string;
  /** A session of its own, not through the proxy. */
  readonly client: pg.Client;
  readonly proxy: TcpProxy;
  readonly service: Node;
  /** The product to update. */
  readonly id: number;
}

export async function afterHeldResponses(installation: Installation): Promise<Row[]> {
  const { client, proxy, service, id } = installation;
  const { rows } = await client.query('SELECT owner_id FROM products WHERE id = $1', [id]);
  const ownerId: number = rows[0].owner_id;
  const visitor = await signIn(installation, ownerId);
  const form = await visitor.open('/tokens/new');

  await client.query('BEGIN');
  await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [ownerId]);
  const start = performance.now();
  const sent = visitor.submit(form, { name: 'held' });
  await delay(HELD_FROM);
  proxy.holdResponses();
  await delay(LOCKED_UNTIL - HELD_FROM);
  await client.query('COMMIT');
  const took = sent.then(({ status }: Page) =>
    inTime(
      performance.now() - start,
      FORM_WITHIN_MILLISECONDS,
      status === 503 ? undefined : `${status}`,
    ),
  );
  await delay(HELD_UNTIL - LOCKED_UNTIL);
  await proxy.back();

  const isStored = async (title: string) =>
    (await client.query('SELECT FROM products WHERE id = $1 AND title = $2', [id, title]))
      .rowCount === 1;
  const answers: Answer[] = [];
  let lost = 0;
  let last = '';
  for (let count = 0; count < UPDATES; count++) {
    const title = `after ${count}`;
    const answer = await send(service, 'PUT', `/product/${id}`, { product: { title } });
    answers.push(answer);
    if (answer.status !== 200) continue;
    last = title;
    if (!(await isStored(title))) lost++;
  }
  await delay(IDLE_MILLISECONDS);
  if (!(await isStored(last))) lost++;
  return [
    rowOf('a transaction, responses held', [await took]),
    rowOf(
      'updates after held responses',
      judged(answers, [200], UPDATE_WITHIN_MILLISECONDS),
      lost,
    ),
  ];
}

/** A visitor of the node's dashboard with a session of this user. */
async function signIn({ url, service: { origin } }: Installation, id: number) {
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  const relocated = (request: Request) =>
    new Request(request.url.replace(/^http:\/\/localhost/, origin), request);
  const app = { fetch: (request: Request) => fetch(relocated(request)) };
  const visitor = await signedIn({ app, db: database.db } as TestApp, { id });
  await database.close();
  return visitor;
}
