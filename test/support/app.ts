// An app on a fresh database with users and products, called on both APIs without a socket.
import { afterAll } from 'vitest';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import { type App, createApp } from '../../src/app.ts';
import { type Config, parseConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/db.ts';
import type { Log } from '../../src/log.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';
import type { UrlProbe } from '../../src/operation/context.ts';
import type { Versions } from '../../src/operation/versions.ts';
import { freshDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { TESTED_VERSIONS } from './newest-version.ts';

export const BASE = '/api/token-secured';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface CallOptions {
  /** The token; the owner's by default, none if null. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAppOptions {
  readonly config?: Partial<Config>;
  readonly versions?: Versions;
  readonly imageProbe?: UrlProbe;
  readonly database?: Database;
  readonly logger?: Log;
  readonly metrics?: Metrics;
}

const NO_LIMIT = 1_000_000;

/** A rate limit that no test uses up unless it means to. */
export const budget = (points = NO_LIMIT, windowSeconds = 60) => ({
  name: 'creates',
  points,
  windowSeconds,
});

export async function createTestApp(options: TestAppOptions = {}) {
  const database = options.database ?? (await freshDatabase());
  const { db } = database;
  const versions = options.versions ?? TESTED_VERSIONS;
  const config: Config = { ...parseConfig({}), throttle: budget(), ...options.config };
  const logger = options.logger ?? silentLog();
  const { imageProbe, metrics } = options;
  const app = createApp({
    database,
    config,
    logger,
    versions,
    metrics,
    ...(imageProbe && { imageProbe }),
  });

  let people = 0;
  async function person(
    name: string,
    permissions: Permission[] = ['READ', 'WRITE', 'DELETE'],
  ) {
    const email = `${name}-${++people}@example.com`;
    const user = await db.user.create({ data: { name, email, permissions } });
    const token = await createToken(db, {
      userId: user.id,
      name,
      environment: config.environment,
      version: versions.newest(),
    });
    return { id: user.id, name, email, token: token.value, tokenId: token.id };
  }
  const owner = await person('owner');
  const rival = await person('rival');

  /** A product in the database, bypassing every rule except the database's. */
  const product = (data: object = {}, ownerId = owner.id) =>
    db.product.create({
      data: { ownerId, title: 'Tent', rent: 10, stockType: 'BULK', quantity: 1, ...data },
    });

  /** A rental of the rival, with an item for each of the products. */
  const rental = (productIds: readonly number[] = [], data: object = {}) => {
    const item = { title: 'a', quantity: 1, dailyRate: 1, total: 1 };
    const items = {
      create: productIds.map((productId, position) => ({ ...item, productId, position })),
    };
    const days = { startDate: new Date('2026-01-01'), endDate: new Date('2026-01-02') };
    const parties = { tenantId: rival.id, ownerId: owner.id };
    return db.rental.create({
      data: { status: 'ACTIVE', totalAmount: 1, ...days, ...parties, items, ...data },
    });
  };

  const calls = callsOf(app, owner.token);
  /** The creates that the owner's rate limit leaves. */
  async function remainingCreates(): Promise<number> {
    const { body } = await calls.graphql('{ viewer { createBudget { remaining } } }');
    return body.data.viewer.createBudget.remaining;
  }

  return {
    app,
    db,
    database,
    owner,
    rival,
    person,
    product,
    rental,
    remainingCreates,
    ...calls,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** One app for all tests of a file, closed after them. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  afterAll(app.close);
  return app;
}

/** The service at this origin, for calls and visitors. */
export const appAt = (origin: string): Pick<App, 'fetch'> => ({
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const { method, headers, redirect } = request;
    // Whole, so that it is sent with its length.
    const body = request.body && (await request.arrayBuffer());
    return fetch(origin + pathname + search, { method, headers, redirect, body });
  },
});

/** Calls a service over its socket. */
export const callsAt = ({ origin, token }: { origin: string; token: string }) =>
  callsOf(appAt(origin), token);

export type Calls = ReturnType<typeof callsOf>;

/** Calls an app on both APIs; `own` is the default token. */
export function callsOf(app: Pick<App, 'fetch'>, own: string) {
  const call = (
    path: string,
    init: RequestInit,
    { token = own, headers }: CallOptions = {},
  ) =>
    send(app, path, {
      ...init,
      headers: { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
    });

  /** Sends JSON. */
  const json = (path: string, init: RequestInit, options: CallOptions = {}) =>
    call(path, init, {
      ...options,
      headers: { 'Content-Type': 'application/json', ...options.headers },
    });

  const rest = (method: string, path: string, body?: unknown, options?: CallOptions) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return json(
      `${BASE}${path}`,
      { method, ...(text !== undefined && { body: text }) },
      options,
    );
  };

  // Operations on REST.
  const createProduct = (product: unknown, options?: CallOptions) =>
    rest('POST', '/product', { product }, options);
  const updateProduct = (id: number | string, product: unknown, options?: CallOptions) =>
    rest('PUT', `/product/${id}`, { product }, options);
  const readProduct = (id: number | string, options?: CallOptions) =>
    rest('GET', `/product/${id}`, undefined, options);

  const graphql = (query: string, variables: object = {}, options?: CallOptions) =>
    json('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) }, options);

  return { call, rest, createProduct, updateProduct, readProduct, graphql };
}

async function send(
  app: Pick<App, 'fetch'>,
  path: string,
  init: RequestInit,
): Promise<Answer> {
  const response = await app.fetch(new Request(`http://localhost${path}`, init));
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  };
}

/** The field errors of a response, as `field code`. */
export const faults = (answer: Answer): string[] =>
  (answer.body.errors ?? []).map(
    ({ field, code }: { field: string; code: string }) => `${field} ${code}`,
  );
