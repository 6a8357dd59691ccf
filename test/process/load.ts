// Creates products and bundles over many connections to a service, and compares them with its database.
import { expect } from 'vitest';
import type { Database } from '../../src/database/db.ts';
import { rawConnect } from '../http/raw-client.ts';
import { headerOf, jsonRequest } from '../http/served-app.ts';
import { BASE } from '../support/app.ts';
import type { Service } from './service.ts';

const CLIENTS = 8;
const TITLE = 'Under load';

const creation = (service: Service, path: string, envelope: object) =>
  jsonRequest(service.token, 'POST', `${BASE}${path}`, JSON.stringify(envelope));
/** IDs of a product and of a bundle. */
const creates = (service: Service) =>
  [
    creation(service, '/product', { product: { title: TITLE, rent: 1, sku: 's' } }),
    creation(service, '/bundle', {
      bundle: { title: TITLE, items: [{ ad_id: 1, quantity: 2 }] },
    }),
  ] as const;

/** Creates one after the other on a connection, until a response has `Connection: close`. */
async function client(service: Service, bytes: string, answered: number[]): Promise<void> {
  const connection = await rawConnect(service.port);
  for (let isOpen = true; isOpen; ) {
    connection.send(bytes);
    const answer = await connection.answer();
    expect(answer.status).toBe(201);
    answered.push(JSON.parse(answer.body).id);
    isOpen = headerOf(answer, 'connection') !== 'close';
  }
}

/** Resolves once each client has had several responses on average. */
export async function load(service: Service, answered: number[]) {
  const before = answered.length;
  const bytes = creates(service);
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    client(service, bytes[n % 2] ?? '', answered),
  );
  const ended = Promise.allSettled(clients);
  await expect.poll(() => answered.length - before).toBeGreaterThan(5 * CLIENTS);
  return { ended };
}

export async function storedProducts({
  db,
}: Database): Promise<{ ids: number[]; emptyBundles: number }> {
  const products = await db.product.findMany({
    where: { title: TITLE },
    select: { id: true },
  });
  const emptyBundles = await db.product.count({
    where: { type: 'BUNDLE', items: { none: {} } },
  });
  return { ids: products.map(({ id }) => id), emptyBundles };
}
