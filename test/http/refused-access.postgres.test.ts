// The database denies access while the service runs (D52): sign-in, certificate or privileges. Each returns 503 until
// it is fixed.

import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { openPostgresSession } from '../../src/database/postgres/postgres.ts';
import { signedIn, type Visitor } from '../sites/dashboard/visitor.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { recordedLog, silentLog } from '../support/log.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../support/pg-client.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { burst, requestsOf, wellOf } from './every-request.ts';

/** A certificate for 127.0.0.1 until 2120, one until 2020, their key and their authority, made for this test only. */
const certificate = (name: string) =>
  fileURLToPath(new URL(`../support/certificates/${name}`, import.meta.url));

const authority = () => join(directory.path, 'authority.pem');

const ROLE = 'service';
const ACCESS = `host all postgres 127.0.0.1/32 trust\nhostssl all ${ROLE} 127.0.0.1/32 scram-sha-256`;

function serviceUrl(password = 'first'): string {
  const search = `sslmode=verify-full&sslrootcert=${authority()}`;
  return Object.assign(new URL(server.url), {
    username: ROLE,
    password,
    pathname: ROLE,
    search,
  }).href;
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: PostgresServer;
let admin: pg.Client;
let app: TestApp;
let visitor: Visitor;
const { logger, lines, logged } = recordedLog();
beforeAll(async () => {
  directory = await temporaryDirectory();
  await copyFile(certificate('authority.pem'), authority());
  server = await startPostgresServer({ settings: { synchronous_commit: 'on' } });
  admin = await connectedClient(server.url);
  await putFile('server.key', await readFile(certificate('server.key'), 'utf8'));
  await putCertificate('valid');
  await admin.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'first'`);
  await admin.query(`CREATE DATABASE ${ROLE} OWNER ${ROLE}`);
  await admin.query('ALTER SYSTEM SET ssl = on');
  await putFile('pg_hba.conf', ACCESS);
  await reload();
  await vi.waitFor(async () => {
    await rowsAt(serviceUrl(), 'SELECT');
  }, EVENTUALLY);
  app = await createTestApp({
    database: await openPostgres(serviceUrl(), { logger: silentLog() }),
    logger,
  });
  visitor = await signedIn(app);
  id = (await app.product()).id;
});
afterAll(async () => {
  await app?.close();
  await admin.end();
  await server.stop();
  await directory.remove();
});

test('reports the certificate expiry of the latest connection, which lives for less than five minutes', async () => {
  const { connections, pool } = app.database;
  await app.db.user.count();
  expect(connections?.().certificateEndsAt?.getUTCFullYear()).toBeGreaterThan(2100);
  expect(pool?.options.maxLifetimeSeconds).toBeLessThan(300);
});

test.each(['require', 'prefer', 'verify-ca'])(
  'with sslmode=%s, which providers hand out, nothing warns, and the certificate is checked',
  async (mode) => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const urlOf = (more: string) =>
      serviceUrl().replace(/sslmode=.*/, `sslmode=${mode}${more}`);
    const { db, close } = await openPostgres(urlOf(`&sslrootcert=${authority()}`));
    await db.user.count().finally(close);
    await expect(openPostgres(urlOf(''))).rejects.toThrow(
      'Add sslrootcert=FILE to DATABASE_URL',
    );
    expect(warn).not.toHaveBeenCalled();
  },
);

test('a password changed in PGPASSFILE or DATABASE_URL_FILE needs no restart', async () => {
  const { path } = directory;
  const url = join(path, 'current-url');
  const passwords = join(path, 'current-passwords');
  const put = async (password: string) => {
    await writeFile(url, serviceUrl(password), { mode: 0o600 });
    await writeFile(passwords, `*:*:${ROLE}:${ROLE}:${password}\n`, { mode: 0o600 });
  };
  await put('first');
  vi.stubEnv('PGPASSFILE', passwords);
  const { databaseUrl = '', currentUrl = () => '' } = parseConfig({ DATABASE_URL_FILE: url });
  const databases = await Promise.all(
    [{ databaseUrl, currentUrl }, { databaseUrl: serviceUrl('') }].map((options) =>
      openPostgres(options.databaseUrl, { ...options, logger: silentLog() }),
    ),
  );
  const users = () => Promise.all(databases.map(({ db }) => db.user.count()));
  try {
    const [before = 0] = await users();
    await admin.query(`ALTER ROLE ${ROLE} PASSWORD 'second'`);
    await put('second');
    await endConnections();
    await expect.poll(() => users().catch(() => [])).toEqual([before, before]);
    for (const urlOf of [currentUrl, () => serviceUrl('')])
      await (await openPostgresSession(urlOf)).close();
  } finally {
    vi.unstubAllEnvs();
    await admin.query(`ALTER ROLE ${ROLE} PASSWORD 'first'`);
    await Promise.all(databases.map(({ close }) => close()));
  }
});

/** Writes a file in the server's directory, as its user. */
async function putFile(name: string, text: string): Promise<void> {
  const lines = `unnest(string_to_array(${pg.escapeLiteral(text)}, E'\\n'))`;
  await admin.query(`COPY (SELECT ${lines}) TO PROGRAM 'umask 077; cat > ${name}'`);
}

const reload = () => admin.query('SELECT pg_reload_conf()');
const putCertificate = async (name: string) => {
  await putFile('server.crt', await readFile(certificate(`${name}.pem`), 'utf8'));
  await reload();
};
const endConnections = () =>
  admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`,
  );

let id: number;

const requests = () => ({ ...requestsOf(app, id), page: () => visitor.open() });

/** The name, status and Retry-After of a response of each kind. */
const answers = async () =>
  (await burst(requests())).map(({ name, status, headers }) => [
    ...[name, status],
    headers.get('retry-after'),
  ]);

const well = () => Object.keys(requests()).map((name) => [name, wellOf(name), null]);
const away = () => Object.keys(requests()).map((name) => [name, 503, '2']);

const altered = (what: string, begin: string, end: string) =>
  [begin, end].map((clause) => () => admin.query(`ALTER ${what} ${ROLE} ${clause}`));

const ssl = (value: string) => () =>
  admin.query(`ALTER SYSTEM SET ssl = ${value}`).then(reload);

/** How each fault begins and ends. */
const FAULTS: Record<string, readonly (() => Promise<unknown>)[]> = {
  'its password was changed': altered('ROLE', "PASSWORD 'second'", "PASSWORD 'first'"),
  'its role has too many connections': altered(
    'ROLE',
    'CONNECTION LIMIT 0',
    'CONNECTION LIMIT -1',
  ),
  'the database takes no connections': altered(
    'DATABASE',
    'ALLOW_CONNECTIONS false',
    'ALLOW_CONNECTIONS true',
  ),
  'its certificate has expired': [
    () => putCertificate('expired'),
    () => putCertificate('valid'),
  ],
  'the file of its authority can not be read': [
    () => rename(authority(), `${authority()}.away`),
    () => rename(`${authority()}.away`, authority()),
  ],
  'the server takes no TLS any more': [ssl('off'), ssl('on')],
};

test.each(Object.entries(FAULTS))(
  '%s: everything returns 503 with Retry-After, and recovers when it is fixed (D52)',
  async (_, [begin, end]) => {
    await expect.poll(answers).toEqual(well());
    const seen = new Set<unknown>();
    const observed = async () => {
      const found = await answers();
      for (const [, status] of found) seen.add(status);
      return found;
    };
    await begin?.();
    const withoutConnections = async () => {
      await endConnections();
      // These may still be sent on the old connections; the next ones meet the failure itself.
      await observed();
      return observed();
    };
    await expect.poll(withoutConnections).toEqual(away());
    await end?.();
    await expect.poll(observed).toEqual(well());
    expect([...seen].sort()).toEqual([200, 201, 404, 503]);
  },
);

test('the role loses its privileges: 503 until it has them again; the log says why each time', async () => {
  const tables = 'ALL ON ALL TABLES IN SCHEMA public';
  const asSuperuser = new URL(`/${ROLE}`, server.url).href;
  await rowsAt(asSuperuser, `REVOKE ${tables} FROM ${ROLE}`);
  expect(await answers()).toEqual(away());
  await rowsAt(asSuperuser, `GRANT ${tables} TO ${ROLE}`);
  await expect.poll(answers).toEqual(well());
  // The log says why, without a stack per request and without the password (D51).
  const causes = logged().filter(({ msg }) => msg.startsWith('503: '));
  const told = causes.map((line) => [line['error.type'], line['exception.message']]);
  expect(told).toContainEqual([
    'right_missing',
    expect.stringMatching(/^permission denied for table/),
  ]);
  expect(told).toContainEqual(['no_connection', expect.any(String)]);
  expect(lines.filter((line) => !line.includes('usage not written')).join('')).not.toContain(
    'node_modules',
  );
  expect(lines.join('')).not.toMatch(/first|second/);
});
