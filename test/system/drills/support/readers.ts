// Readers beside a load: those that hold a lock as a backup does, and those that ask what the nodes serve.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { runCommand, type Service } from '../../../process/service.ts';
import type { Row } from '../drill.ts';
import type { Variables } from './both-databases.ts';
import { type Answer, rowOf, send } from './send.ts';

/** Resolves at the end of the reader: when that was, and whether its transaction was ended before. */
export async function readLike(backup: string, url: string, milliseconds: number) {
  const client = new pg.Client({ connectionString: url, application_name: backup });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE products IN ACCESS SHARE MODE');
  await delay(milliseconds);
  const isEnded = await client.query('COMMIT').then(
    () => false,
    () => true,
  );
  const endedAt = performance.now();
  await client.end();
  return { endedAt, isEnded };
}

/** A user that sends normal requests, and a product to read. */
export interface Reader {
  readonly who: string;
  readonly token: string;
  readonly product: number;
}

/** Fills the database, before the service opens it. */
export async function seedReaders(variables: Variables): Promise<{ same: Reader; other: Reader }> {
  const { stdout } = await runCommand('src/commands/seed.ts', ['--json'], variables);
  const { users, products } = JSON.parse(stdout);
  return {
    same: { who: 'the same user', token: users.owner.token, product: products.tent },
    other: { who: 'another user', token: users.rival.token, product: products.rivals },
  };
}

interface Reading {
  readonly isOver: () => boolean;
  /** Milliseconds between two reads. */
  readonly pause: number;
  /** A later answer has failed. */
  readonly within?: number;
}

/** Reads at least once. */
export async function readAgainAndAgain(
  { origin }: Service,
  { who, token, product }: Reader,
  { isOver, pause, within = Number.POSITIVE_INFINITY }: Reading,
): Promise<Row> {
  const answers: Answer[] = [];
  do {
    // On a connection of its own, as a client that has not been there before.
    answers.push(await send({ origin, token }, 'GET', `/product/${product}`, undefined, { Connection: 'close' }));
    await delay(pause);
  } while (!isOver());
  return rowOf(who, answers, [200], { within });
}

export const productPath = (id: number) => `/api/token-secured/product/${id}`;
