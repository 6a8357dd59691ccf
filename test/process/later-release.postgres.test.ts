// Replacing the release on disk doesn't affect a running process: once ready, it has loaded everything that it
// serves.
import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { appAt, callsAt } from '../support/app.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { postgresService } from './postgres-service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Records each loaded module, of the project and its packages. */
const HOOKS = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`;

/** A running service whose files are removed. */
async function orphanedService() {
  const { path: directory, remove } = await temporaryDirectory();
  const release = join(directory, 'release');
  await mkdir(release);
  for (const path of ['src', 'prisma', 'package.json']) {
    await cp(join(ROOT, path), join(release, path), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(release, 'node_modules'));
  const [hooks, LOADED] = [join(directory, 'hooks.mjs'), join(directory, 'loaded')];
  await writeFile(hooks, HOOKS);
  const collector = await startLoopbackServer((_, response) => response.end('{}'));
  onTestFinished(async () => void (await Promise.all([collector.close(), remove()])));
  const service = await postgresService(
    {
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      NODE_OPTIONS: `--import=${hooks}`,
      LOADED,
    },
    { directory: release },
  );
  const loaded = async () => (await readFile(LOADED, 'utf8')).split('\n');
  const before = await loaded();
  await rename(release, `${release}.old`);
  return {
    service,
    loadedSince: async () =>
      (await loaded())
        .slice(before.length - 1)
        .filter((url) => url && !url.startsWith('node:')),
  };
}

const PATHS = [
  '/',
  '/docs',
  '/docs/search-index.json',
  '/openapi.yaml',
  '/graphql',
  '/dashboard/sign-in',
  '/readyz',
];
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Opens these paths and every page that they link to; returns what is not 200. */
async function failuresOf(
  paths: readonly string[],
  open: (path: string) => Promise<Response>,
): Promise<string[]> {
  const waiting = new Set(paths);
  const failures: string[] = [];
  for (const path of waiting) {
    const response = await open(path);
    const text = await response.text();
    if (response.status !== 200) failures.push(`${response.status} ${path}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/ (?:href|src)="(\/[^"#?]*)/g))
      waiting.add(link);
  }
  expect(waiting.size).toBeGreaterThan(45);
  return failures;
}

test('pages, documents, assets, both APIs and the dashboard need no file of the removed release', async () => {
  const { service, loadedSince } = await orphanedService();
  const { origin } = service;
  const open = (path: string) => fetch(origin + path, { headers: { Accept: BROWSER } });
  expect(await failuresOf(PATHS, open)).toEqual([]);

  const { createProduct, rest, graphql } = callsAt(service);
  const bundle = { title: 'Camp', items: [{ ad_id: 1, quantity: 1 }] };
  const answers = [
    await createProduct({ title: 'Tent', rent: 1, sku: 'T' }),
    await rest('POST', '/bundle', { bundle }),
    await graphql('{ viewer { id } rental(id: 1) { id } product(id: 1) { id } }'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200]);

  const visitor = createVisitor({ app: appAt(origin) });
  expect((await visitor.fill('/sign-in')).status).toBe(303);
  for (const path of ['', '/usage', '/requests', '/account']) {
    expect([path, (await visitor.get(`/dashboard${path}`)).status]).toEqual([path, 200]);
  }
  expect((await visitor.fill('/tokens/new', { name: 'Till' })).status).toBeLessThan(400);
  expect(await loadedSince()).toEqual([]);
});
