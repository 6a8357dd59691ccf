// Dockerfile, compose.yaml, the HAProxy and Patroni configurations and the systemd unit match the service and each
// other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../../src/config.ts';
import { HEALTH_PATHS } from '../../../src/paths.ts';
import type { Json } from '../../support/openapi-contract.ts';
import {
  argumentsOf,
  manifest,
  markdownSpelling,
  ROOT,
  readCompose,
  readText,
  secretFile,
  unitSettings,
  unknownOf,
} from './deploy-files.ts';

test('container and systemd unit run the command of npm start', () => {
  expect(markdownSpelling('CMD').join(' ')).toBe(manifest.scripts.start);
  expect(unitSettings('ExecStart')).toEqual([`/usr/bin/env ${manifest.scripts.start}`]);
});

describe('the Dockerfile', () => {
  test("uses the project's Node version", () => {
    const image = `node:${manifest.optionalDependencies.node}-slim`;
    expect(argumentsOf('FROM')).toEqual([`${image} AS packages`, image]);
  });

  test('copies only paths that exist and that .dockerignore allows', () => {
    const sources = argumentsOf('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(/ +/).slice(0, -1));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const kept = [...readText('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(kept.toSorted()).toEqual([...new Set(sources)].toSorted());
  });

  test('sets variables that the service reads, with valid values', () => {
    const variables = Object.fromEntries(
      (argumentsOf('ENV').at(-1) ?? '').split(' ').map((pair) => pair.split('=')),
    );
    // Build arguments.
    expect([variables.SERVICE_VERSION, variables.COMMIT]).toEqual(['$VERSION', '$REVISION']);
    const built = { ...variables, SERVICE_VERSION: '1.2.3', COMMIT: 'abc' };
    expect(unknownOf(Object.keys(variables))).toEqual([]);
    expect(parseConfig(built)).toMatchObject({
      host: '::',
      publicOrigin: 'http://localhost:4000',
      commandLog: '/proc/1/fd/2',
      build: { version: '1.2.3', commit: 'abc' },
    });
  });

  test('has what differs in each release after all layers', () => {
    const [, last = ''] = readText('Dockerfile').split(/^ARG /m);
    expect(last).not.toMatch(/^(?:RUN|COPY|ADD|WORKDIR) /m);
    expect(readText('Dockerfile').split(/^ARG /m)[0]).not.toMatch(/\b(?:VERSION|REVISION)\b/);
  });

  test('has a user other than root', () => {
    expect(argumentsOf('USER')).toEqual(['1000:1000']);
  });
});

describe('compose.yaml', () => {
  const TEST = { SERVICE_ENVIRONMENT: 'test' };
  const OIDC = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x' };
  const LIVE = { SERVICE_ENVIRONMENT: 'live', PUBLIC_ORIGIN: 'https://api.example.com' };

  test.each([
    ['test', TEST],
    ['live', LIVE],
    ['live', { ...LIVE, ...OIDC }],
  ])(
    'sets variables that the service reads and accepts, together with .env, in %s',
    (environment, values) => {
      const { node, migrate } = readCompose(values);
      expect(unknownOf(Object.keys(node.environment))).toEqual(['NODE_EXTRA_CA_CERTS']);
      expect(unknownOf(Object.keys(migrate.environment))).toEqual([]);
      expect(parseConfig(variablesOf(migrate, values))).toMatchObject({ environment });
      const config = parseConfig(variablesOf(node, values));
      expect(config).toMatchObject({ environment, trustedProxyHops: 1 });
    },
  );

  /** The variables in .env, and the ones that compose.yaml sets. */
  function variablesOf({ environment, secrets }: Json, values: object) {
    const own = Object.entries<Json>(environment).map(([name, value]) => [
      name,
      name.endsWith('_FILE') && value ? secretAt(String(value), secrets) : String(value),
    ]);
    return { ...values, ...Object.fromEntries(own) };
  }

  function secretAt(path: string, secrets: readonly string[]): string {
    const [, name = ''] = /^\/run\/secrets\/(.+)$/.exec(path) ?? [];
    expect(secrets).toContain(name);
    return secretFile(name);
  }

  test('has passwords in files alone, which install.md creates, and git and images ignore', () => {
    const { services, secrets } = parse(readText('compose.yaml'), { merge: true });
    const variables = Object.values<Json>(services).flatMap(({ environment = {} }) =>
      Object.keys(environment).filter((name) => /PASSWORD|SECRET|URL/.test(name)),
    );
    expect(new Set(variables)).toEqual(
      new Set(['POSTGRES_PASSWORD_FILE', 'DATABASE_URL_FILE', 'OIDC_CLIENT_SECRET_FILE']),
    );
    const { npmrc: _, ca: __, 'provider-ca': ___, ...ofRun } = secrets;
    const page = readText('.deploy/install.md');
    for (const [name, { file }] of Object.entries<Json>(ofRun)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(page).toMatch(new RegExp(`(?:> |touch )secrets/${name}\n`));
    }
    expect(readText('.gitignore')).toContain('\n/secrets/\n');
  });

  test('has to be told its environment before the first start', () => {
    const given = readText('compose.yaml').match(/\$\{SERVICE_ENVIRONMENT:./g);
    expect(given).toEqual(['${SERVICE_ENVIRONMENT:?']);
  });

  test('migrates with the role that owns the tables, then serves with the one that only has access to rows', () => {
    const services = readCompose(TEST);
    const page = readText('.deploy/install.md');
    for (const [name, role, secret] of [
      ['migrate', 'owner_api', 'owner-url'],
      ['node', 'owner_api_service', 'database-url'],
    ] as const) {
      const DATABASE_URL_FILE = `/run/secrets/${secret}`;
      expect(services[name]?.environment).toMatchObject({ DATABASE_URL_FILE });
      expect(page).toContain(
        `echo "postgres://${role}:$(openssl rand -hex 24)@postgres/owner_api" > secrets/${secret}\n`,
      );
      expect(readText('.deploy/roles.sql')).toContain(`CREATE ROLE ${role} LOGIN;`);
      expect(services.postgres.secrets).toContain(secret);
    }
    expect(services.node?.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
    });
  });

  test('passes all variables of .env to nodes and commands, and sets what HAProxy and the files depend on', () => {
    const { node, migrate } = readCompose(TEST);
    expect([node.env_file, migrate.env_file]).toEqual([['.env'], ['.env']]);
    const given = readCompose({ ...TEST, TRUSTED_PROXY_HOPS: '2', DRAIN_SECONDS: '3' });
    expect(given.node.environment).toMatchObject({ TRUSTED_PROXY_HOPS: 2, DRAIN_SECONDS: 3 });
    const fixed = Object.keys(node.environment).filter(
      (name) => !readText('compose.yaml').includes(`\${${name}:`),
    );
    expect(fixed.toSorted()).toEqual([
      'DATABASE_URL_FILE',
      'HOST',
      'METRICS_HOST',
      'METRICS_PORT',
      'NODE_EXTRA_CA_CERTS',
      'OIDC_CLIENT_SECRET_FILE',
      'PORT',
    ]);
  });

  test('exposes metrics only on its network, limits memory, and allows more time to stop than a drain takes', () => {
    const { environment, ports, mem_limit, stop_grace_period } = readCompose(TEST).node;
    expect(environment).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '::' });
    expect([ports, mem_limit]).toEqual([undefined, '1g']);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(
      2 * environment.DRAIN_SECONDS,
    );
  });

  test('gives a restarted HAProxy the directory of its socket with the owner and mode of the first start', () => {
    const { read_only, tmpfs } = readCompose(TEST).proxy;
    expect([read_only, tmpfs]).toEqual([true, ['/run/haproxy:uid=99,gid=99,mode=700']]);
    expect(readText('.deploy/haproxy.cfg')).toContain('STATS_SOCKET-/run/haproxy/admin.sock');
  });

  test("pins every image's version, limits each log, and scales nodes as far as HAProxy looks", () => {
    const services = readCompose({ ...TEST, TAG: '1.2.3' });
    const images = Object.values<Json>(services).map(({ image }) => image);
    expect(images.filter((image) => !/:\d+\.\d+(?:\.\d+)?(?:-trixie)?$/.test(image))).toEqual(
      [],
    );
    // Another C library orders text differently.
    expect(services.postgres.image).toMatch(/-trixie$/);
    for (const { logging } of Object.values<Json>(services))
      expect(logging).toEqual({
        driver: 'json-file',
        options: { 'max-size': '100m', 'max-file': '5' },
      });
    const [, most] =
      /^ +server-template node- (\d+) node:/m.exec(readText('.deploy/haproxy.cfg')) ?? [];
    expect(services.node.scale).toBeLessThan(Number(most));
    // Ten connections each, ten for commands, and those that PostgreSQL keeps for superusers.
    const [, connections] = /max_connections=(\d+)/.exec(services.postgres.command) ?? [];
    expect(Number(connections)).toBeGreaterThan(Number(most) * 10 + 10 + 3);
  });
});

test("HAProxy terminates TLS if it has certificates, and logs requests with the service's ID, without a query", () => {
  const text = readText('.deploy/haproxy.cfg');
  const { environment, volumes } = readCompose({ TLS_CERTIFICATES: '/certificates' }).proxy;
  expect(environment).toEqual({
    TLS_CERTIFICATES: '/certificates',
    HTTP_BIND: ':8080',
    STATS_BIND: ':8404',
  });
  expect(volumes).toContain('./secrets/certificates:/certificates:ro');
  // Without the slash, HAProxy warns of an empty argument where there is no TLS.
  expect(text).toMatch(/bind "\$\{HTTPS_BIND-:8443\}" ssl crt "\$TLS_CERTIFICATES\/" /);
  expect(text).toContain(
    'http-after-response set-var(txn.request_id) res.hdr(X-Request-Id)\n',
  );
  const [, format = ''] = /^ +log-format '(.+)'$/m.exec(text) ?? [];
  const line = format.replaceAll(/%(?:\[[^\]]*\]|\{\+Q[^}]*\}(\w+)|\w+)/g, (_, quoted) =>
    quoted ? '"1"' : '1',
  );
  expect(Object.keys(JSON.parse(line))).toContain('owner_api.request_id');
  expect(format).not.toMatch(/%(?:\{[^}]*\})?(?:HU|HQ|r|hr)\b/);
});

test('HAProxy sends requests to the nodes of compose.yaml that are ready', () => {
  const text = readText('.deploy/haproxy.cfg');
  const port = /PORT=(\d+)/.exec(argumentsOf('ENV').at(-1) ?? '')?.[1];
  expect(text.match(/^ +server.*$/gm)).toEqual([`  server-template node- 20 node:${port}`]);
  expect(text).toContain(`option httpchk GET ${HEALTH_PATHS.ready}\n`);
});

describe('PostgreSQL under Patroni', () => {
  const { bootstrap } = parse(readText('.deploy/patroni.yml'));

  test('a write is on a standby before it is confirmed, and only such a standby becomes the primary', () => {
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true });
    expect(readText('.deploy/patroni.yml')).not.toContain('synchronous_commit');
  });

  test('a primary has time for one round and two attempts before it loses its role', () => {
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
  });

  test('the files contain no passwords and no machine addresses', () => {
    for (const file of ['.deploy/patroni.yml', '.deploy/haproxy-postgres.cfg']) {
      expect(readText(file)).not.toMatch(
        /password:|(?<!bind "\$\{POSTGRES_BIND-)\b\d+\.\d+\.\d+\.\d+/,
      );
    }
  });
});

describe('the systemd unit', () => {
  const environment = unitSettings('Environment')
    .flatMap((text) => text.split(' '))
    .map((assignment) => assignment.split('='));

  test('sets variables that the service reads, and PATH', () => {
    expect(unknownOf(environment.map(([name = '']) => name))).toEqual(['PATH']);
  });

  test('a node listens on the port that its name has, and serves metrics on another one', () => {
    const given = environment.map(([name, value]) => [name, value?.replace('%i', '4001')]);
    expect(parseConfig(Object.fromEntries(given))).toMatchObject({
      port: 4001,
      metrics: { host: '127.0.0.1', port: 14_001 },
    });
  });

  test('lets the service write nothing, and allows time for the drain of live', () => {
    expect(unitSettings('ProtectSystem')).toEqual(['strict']);
    const DATABASE_URL = 'postgres://localhost/a';
    const { drainSeconds } = parseConfig({ SERVICE_ENVIRONMENT: 'live', DATABASE_URL });
    expect(Number(unitSettings('TimeoutStopSec')[0])).toBeGreaterThan(2 * drainSeconds);
  });
});
