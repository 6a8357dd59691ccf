// `npm start`: the printed requests work when pasted, and a second start keeps all data.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { callsAt } from '../support/app.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { after, cutOff } from './first-start.ts';
import { runCommand, type Service, startService, toldIn } from './service.ts';

/** Kilobytes; PGlite under V8's optimizing compiler takes more than a gigabyte. */
const FIRST_START_MEMORY = 850_000;

/** Milliseconds after which a process is still loading its modules. */
const MODULES_LOAD = 60;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let variables: Record<string, string>;
let service: Service;
beforeAll(async () => {
  directory = await temporaryDirectory();
  variables = { DATA_DIR: `${directory.path}/deep/inside` };
  const begun = () =>
    vi.waitUntil(() => existsSync(inside('postgres.new/PG_VERSION')), {
      interval: 5,
      timeout: EVENTUALLY,
    });
  await cutOff(variables, [after(MODULES_LOAD), begun]);
  service = await startService({ ...variables, LOG_LEVEL: 'info' });
});
const inside = (path: string) => `${variables.DATA_DIR}/${path}`;
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended();
  await directory.remove();
});

/** The lines of the log so far; they are written together. */
const logged = () => toldIn(service.output().stderr);

const product = async (id: number, of = service) =>
  (await callsAt(of).readProduct(id)).body.product;

test('a first start creates and reports the database, even after interrupted starts, and is soon ready', async () => {
  expect(existsSync(inside('postgres.new'))).toBe(false);
  expect(service.readyMilliseconds).toBeLessThan(2 * EVENTUALLY);
  const notes = [`Creating the database in ${variables.DATA_DIR} …`];
  await expect
    .poll(() => logged().map(({ msg }) => msg))
    .toEqual(expect.arrayContaining(notes));
});

test.skipIf(process.platform !== 'linux')(
  'the first start uses less than 850 MB of memory at its peak',
  async () => {
    const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])).toBeLessThan(FIRST_START_MEMORY);
  },
);

test('prints the addresses, metrics only with METRICS_PORT, the demo sign-in and a new token', () => {
  expect(service.welcome).not.toContain('/metrics');
  // In zsh, a comment after a command is an argument.
  expect(service.welcome).not.toContain(' #');
  for (const path of [
    'api/token-secured',
    'graphql',
    'dashboard',
    'dashboard/sign-in (one click)',
  ])
    expect(service.welcome).toContain(`${service.origin}/${path}\n`);
  expect(service.token).toMatch(/^svc_test_[0-9A-Za-z]{30,}$/);
});

test('reports its address and version, like /healthz; keeps connections longer than load balancers', async () => {
  const answer = await fetch(`${service.origin}/healthz`);
  expect(answer.headers.get('keep-alive')).toBe('timeout=72');
  const { version, commit, node } = (await answer.json()) as Record<string, string>;
  expect({ version, node }).toEqual({
    version: manifest.version,
    node: process.versions.node,
  });
  await expect.poll(logged).toContainEqual(
    expect.objectContaining({
      level: 'info',
      msg: `Version ${version} is listening at ${service.origin}.`,
      'service.version': version,
      'process.runtime.version': node,
      ...(commit && { 'vcs.ref.head.revision': commit }),
      'server.port': service.port,
      'deployment.environment.name': 'test',
    }),
  );
});

test('the printed curl command works when pasted into a shell', async () => {
  const [, command = ''] = /^ +(curl (?:\\\n|.)*)$/m.exec(service.welcome) ?? [];
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(stdout).toMatch(new RegExp(`^x-api-version: ${NEWEST_VERSION}\r$`, 'im'));
  expect(stdout).toContain('"Four-person tent"');
});

test.each([
  ['process', 'src/start.js'],
  ['command', 'src/commands/migrate.ts'],
])(
  'a second %s on the same directory exits at once, with one clear line and no harm done',
  async (_, script) => {
    const start = performance.now();
    const { code, stdout, stderr } = await runCommand(script, [], {
      ...variables,
      PORT: '0',
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(script === 'src/start.js' ? 1 : 2);
    expect(stderr).toContain(`${directory.path}/deep/inside is in use by another process`);
    expect(performance.now() - start).toBeLessThan(EVENTUALLY);
    expect(await product(1)).toBeDefined();
  },
);

test('a second start keeps all data and every token, and is soon ready', async () => {
  const kept = { title: 'Kept', rent: 0.1, sku: 'K' };
  const { id } = (await callsAt(service).createProduct(kept)).body;
  const before = await product(id);
  expect(before).toMatchObject(kept);
  const { token } = service;
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect(toldIn(stderr).slice(-2)).toMatchObject([
    { level: 'info', msg: 'draining', 'owner_api.drain_seconds': 0 },
    { level: 'info', msg: 'stopped' },
  ]);

  service = await startService(variables);
  expect(service.readyMilliseconds).toBeLessThan(EVENTUALLY);
  expect(service.token).not.toBe(token);
  expect(service.welcome).toContain(`${service.origin}/dashboard/sign-in (one click)\n`);
  expect(await product(id)).toEqual(before);
  expect(await product(id, { ...service, token })).toEqual(before);
});
