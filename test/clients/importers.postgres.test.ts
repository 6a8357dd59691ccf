// The importers of the guide: through a proxy that loses answers, killed once and run again, each row is a product once (D31, D40).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedApp, serveTestApp } from '../http/served-app.ts';
import { BASE, budget } from '../support/app.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

/** Each importer with its interpreter, and what a machine must have to run it. */
const IMPORTERS = {
  py: { command: 'python3', probe: ['--version'] },
  php: { command: 'php', probe: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'] },
  mjs: { command: process.execPath, probe: ['--version'] },
} as const;

const IMPORTER_FILES = join(import.meta.dirname, '../../src/sites/docs/guides/importers');

const ROWS = 300;
/** Creates in a second; another program of the same user takes all of them twice. */
const BUDGET = 80;
const REFUSED = ['Grill,"12,10",G-1,1', ',5,G-2,1', 'Lamp,0,,1'];

const product = (index: number) => `"Tent ""${index}"", green",${index}.10,T-${index},${(index % 3) + 1}`;
const CSV = `\uFEFF${[
  'title,rent,sku,quantity',
  ...REFUSED,
  ...Array.from({ length: ROWS }, (_, index) => product(index + 1)),
].join('\r\n')}\r\n\r\n`;

let app: ServedApp;
let directory: string;
beforeAll(async () => {
  app = await serveTestApp({ config: { throttle: budget(BUDGET, 1) } });
  directory = await mkdtemp(join(tmpdir(), 'importers-'));
  await writeFile(join(directory, 'products.csv'), CSV);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

async function ended(child: ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream }) {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, output, complaints] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, output: output.trim(), complaints };
}

for (const [language, { command, probe }] of Object.entries(IMPORTERS)) {
  const isThere = spawnSync(command, probe, { stdio: 'ignore' }).status === 0;
  const name = `import-products.${language} makes ${ROWS} products of ${ROWS} rows`;
  (isThere ? test.concurrent : test.skip)(isThere ? name : `${name} (skipped: no ${command} here)`, async () => {
    const owner = await app.person(language);
    const result = join(directory, `result-${language}.csv`);
    let child: ReturnType<typeof run>;
    const refusedCreate = () => app.rest('POST', '/product', {}, { token: owner.token });
    /** A slow machine may need another round, as points come back with time. */
    const useUpBudget = async () => {
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all(Array.from({ length: BUDGET }, refusedCreate));
        if (answers.some(({ status }) => status === 429)) return;
      }
    };
    const proxy = await startFaultyProxy(app.origin, {
      10: 'dropped',
      11: 'dropped',
      40: 'torn',
      80: 'late',
      120: 'badGateway',
      160: () => child.kill('SIGKILL'),
      200: 'unavailable',
      240: useUpBudget,
      260: useUpBudget,
    });
    const run = () =>
      spawn(command, [join(IMPORTER_FILES, `import-products.${language}`), join(directory, 'products.csv'), result], {
        env: { ...process.env, API: `${proxy.origin}${BASE}`, TOKEN: owner.token, TIMEOUT_SECONDS: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const finish = () => {
      child = run();
      return ended(child);
    };
    try {
      const first = await finish();
      expect(first, first.complaints).toMatchObject({ code: null, output: '' });
      const second = await finish();
      expect(second).toMatchObject({ code: 1 });
      expect(second.output).toMatch(/^\d+ created, 3 refused, \d+ created before$/);
      expect(second.complaints).toMatch(/Row 2: rent: Must be .*Row 3: title: .*Row 4: rent: .*; sku: /s);
      expect(proxy.statuses).toContain(429);

      const products = await app.db.product.findMany({
        where: { ownerId: owner.id },
        select: { sku: true, rent: true },
      });
      expect(products.length).toBe(ROWS);
      expect(new Set(products.map(({ sku }) => sku)).size).toBe(ROWS);
      expect(products.find(({ sku }) => sku === 'T-12')?.rent.toNumber()).toBe(12.1);
      expect((await readFile(result, 'utf8')).trim().split('\n').length).toBe(ROWS + 2 * REFUSED.length);

      const before = proxy.statuses.length;
      expect(await finish()).toMatchObject({ code: 1, output: `0 created, 3 refused, ${ROWS} created before` });
      expect(proxy.statuses.length).toBe(before + REFUSED.length);
    } finally {
      proxy.close();
    }
  });
}
