// The two roles in .deploy/roles.sql: one owns the tables and migrates, the service and its commands only use rows
// and sequences.
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../../../src/database/migrations/migration-files.ts';
import { postgresService } from '../../process/postgres-service.ts';
import { runCommand, toldIn } from '../../process/service.ts';
import { callsAt } from '../../support/app.ts';
import { runInTurn } from '../../support/commands-in-turn.ts';
import { type FreshPostgres, freshPostgres, postgresUrl } from '../../support/database.ts';
import { connectedClient } from '../../support/pg-client.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { readText } from './deploy-files.ts';

let database: FreshPostgres;
let admin: pg.Client;
beforeAll(async () => {
  database = await freshPostgres('nothing');
  admin = await connectedClient(database.url);
  await makeRoles(admin);
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** Connected until the test ends. */
async function connectedForTest(connectionString: string): Promise<pg.Client> {
  const client = await connectedClient(connectionString);
  onTestFinished(() => client.end());
  return client;
}

/** The file without psql commands, and with a password in place of its variables. */
const rolesScript = (password: string) =>
  readText('.deploy/roles.sql')
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'\w+'/g, `'${password}'`);

const STATEMENT = /(?:\$\$[\s\S]*?\$\$|--.*|[^;$])+;/g;

const makeRoles = (client: pg.Client) => client.query(rolesScript('secret'));

type Role = 'owner_api' | 'owner_api_service';

const as = (username: Role, url = database.url) => ({
  DATABASE_URL: Object.assign(new URL(url), { username, password: '' }).href,
});

const migrate = (variables: Record<string, string>) =>
  runInTurn('src/commands/migrate.ts', [], variables);
const names = async () => (await readMigrations()).map(({ name }) => name);

test('a start with missing migrations that its role may not apply ends with the command to run', async () => {
  const { code, stderr } = await runCommand('src/start.js', [], {
    ...as('owner_api_service'),
    PORT: '0',
  });
  expect(code).toBe(1);
  const { msg } = toldIn(stderr).find(({ level }) => level === 'fatal') ?? {};
  expect(msg).toMatch(
    /^The database is missing migrations \(\d+, from \d+_initial on\) that the role of DATABASE_URL may not apply: permission denied/,
  );
  expect(msg).toContain(
    'Run `npm run migrate` with the role that owns the tables, then start again.',
  );
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('npm run migrate applies all migrations once, and names each', async () => {
  const done = { code: 0, stdout: 'All migrations are applied.\n' };
  const first = await migrate(as('owner_api'));
  expect(first).toMatchObject(done);
  expect(first.stderr.match(/Applying the migration/g)).toHaveLength((await names()).length);
  expect(await migrate(as('owner_api'))).toMatchObject(done);
});

const FORBIDDEN = [
  'TRUNCATE users',
  'CREATE TABLE x ()',
  'ALTER TABLE users ADD x int',
  'CREATE INDEX ON users (name)',
  'UPDATE _prisma_migrations SET checksum = checksum',
  'DELETE FROM _prisma_migrations',
  'INSERT INTO _prisma_migrations SELECT * FROM _prisma_migrations',
];

test("the service's role can't change tables or the record of migrations, only rows, those of later tables too", async () => {
  const owner = await connectedForTest(as('owner_api').DATABASE_URL);
  const service = await connectedForTest(as('owner_api_service').DATABASE_URL);
  for (const sql of FORBIDDEN)
    await expect(service.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
  await owner.query('CREATE TABLE later (id serial)');
  await service.query('INSERT INTO later DEFAULT VALUES');
  await owner.query('DROP TABLE later');
});

test("what a superuser restored becomes the owner's, so that migrations and the service work", async () => {
  const restored = await postgresUrl('nothing');
  const superuser = await connectedForTest(restored);
  const all = await readMigrations();
  for (const { sql } of all) await superuser.query(sql.replace(/\bCONCURRENTLY\b/i, ''));
  await superuser.query(
    `CREATE SEQUENCE apart; CREATE VIEW seen AS SELECT id FROM users; CREATE DOMAIN short AS text`,
  );
  const owners = async () =>
    (
      await superuser.query(`
      SELECT DISTINCT pg_get_userbyid(owner) AS owner FROM (
        SELECT relowner, relnamespace FROM pg_class UNION ALL SELECT proowner, pronamespace FROM pg_proc
        UNION ALL SELECT typowner, typnamespace FROM pg_type) AS object (owner, namespace)
      WHERE namespace = 'public'::regnamespace`)
    ).rows;
  expect(await owners()).toEqual([{ owner: 'postgres' }]);
  for (const _ of ['once', 'again']) await makeRoles(superuser);
  expect(await owners()).toEqual([{ owner: 'owner_api' }]);
  const owner = await connectedForTest(as('owner_api', restored).DATABASE_URL);
  await owner.query('ALTER TABLE users ADD later int; CREATE INDEX ON sessions (method)');
  const service = await connectedForTest(as('owner_api_service', restored).DATABASE_URL);
  await service.query('DELETE FROM sessions');
});

test('an erasure needs only the role of the service', async () => {
  await admin.query(`INSERT INTO users (name, email) VALUES ('Eve', 'eve@example.com')`);
  const erase = ['erase', '--email', 'eve@example.com', '--yes'];
  const erased = await runInTurn('src/commands/user.ts', erase, as('owner_api_service'));
  expect(erased).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased ') });
  await admin.query('DELETE FROM users');
});

test("the roles' passwords appear in no server log", async () => {
  const client = await connectedForTest(database.url);
  const logged: (string | undefined)[] = [];
  client.on('notice', ({ message }) => logged.push(message));
  // The server also sends its log to the client.
  const everything = [
    'client_min_messages = log',
    `log_statement = 'all'`,
    'log_min_duration_statement = 0',
  ];
  for (const setting of everything) await client.query(`SET ${setting}`);
  for (const [statement] of rolesScript('s3cret').matchAll(STATEMENT))
    await client.query(statement);
  expect(logged.join('\n')).toContain('CREATE ROLE owner_api_service');
  expect(logged.join('\n')).not.toContain('s3cret');
});

test('with only SELECT, INSERT, UPDATE, DELETE and USAGE the service starts, writes demo data and serves', async () => {
  await admin.query('REVOKE SELECT ON ALL SEQUENCES IN SCHEMA public FROM owner_api_service');
  await admin.query(
    `DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
  );
  const service = await postgresService(as('owner_api_service'));
  const { createProduct, readProduct } = callsAt(service);
  const keyed = { headers: { 'Idempotency-Key': 'roles' } };
  const product = { title: 'Tent', rent: 1, sku: 'T-1', quantity: 1 };
  expect((await createProduct(product, keyed)).status).toBe(201);
  expect((await readProduct(1)).status).toBe(200);
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('starts in live, and creates users there', async () => {
  await admin.query('TRUNCATE users, deployment CASCADE');
  const live = { ...as('owner_api_service'), SERVICE_ENVIRONMENT: 'live' };
  const origin = { PUBLIC_ORIGIN: 'https://api.example.com' };
  await (await postgresService({ ...live, ...origin })).stop('SIGINT');
  const user = ['create', '--email', 'olivia@example.com', '--name', 'Olivia'];
  expect(await runCommand('src/commands/user.ts', user, live)).toMatchObject({ code: 0 });
});

test.each([
  ['may create databases', 'CREATEDB', 'owner_api'],
  ['may not', 'NOCREATEDB', 'provided'],
])(
  'a database owner with CREATEROLE, as providers have instead of a superuser, makes the roles, if it %s, too',
  async (_, createdb, databaseOwner) => {
    const server = await startPostgresServer();
    onTestFinished(server.stop);
    const superuser = await connectedForTest(server.url);
    await superuser.query(`CREATE ROLE provided LOGIN CREATEROLE ${createdb}`);
    await superuser.query('CREATE DATABASE rentals OWNER provided');
    const urlOf = (username: string) =>
      Object.assign(new URL(server.url), { username, pathname: 'rentals' }).href;

    const provided = await connectedForTest(urlOf('provided'));
    const warnings: (string | undefined)[] = [];
    provided.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') warnings.push(message);
    });
    await makeRoles(provided);
    expect(warnings).toContain(
      'Only a superuser may keep passwords out of the log of the server. If it logs statements, change them with \\password.',
    );
    expect(await migrate({ DATABASE_URL: urlOf('owner_api') })).toMatchObject({ code: 0 });
    await makeRoles(provided);
    const service = await postgresService({ DATABASE_URL: urlOf('owner_api_service') });
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    const { rows } = await superuser.query(
      `SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'rentals'`,
    );
    expect(rows).toEqual([{ owner: databaseOwner }]);
  },
);
