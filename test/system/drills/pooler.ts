// Drill: the tests of the project `postgres`, and a load of two nodes, through PgBouncer in transaction mode.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, temporaryDirectory } from '../../process/service.ts';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { MissingError, type Row } from './drill.ts';
import { underLoad } from './support/load.ts';

const root = join(import.meta.dirname, '../../..');
const REQUESTS = 4_000;
const CLIENTS = 16;
const TEST_TIMEOUT_MILLISECONDS = 60_000;

/** Tests as requests: skipped ones, which need a session of their own, are not counted. */
async function suite(): Promise<Row> {
  const directory = await temporaryDirectory();
  const report = join(directory.path, 'report.json');
  const args = ['run', '--project', 'postgres', '--reporter', 'json', '--outputFile', report];
  const start = performance.now();
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, ...args, `--testTimeout=${TEST_TIMEOUT_MILLISECONDS}`], {
      cwd: root,
      env: { ...process.env, POOLER: 'pgbouncer' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
    for (const { name, assertionResults } of testResults) {
      for (const { status, fullName } of assertionResults) {
        if (status === 'failed') process.stderr.write(`${name}: ${fullName}\n`);
      }
    }
    return {
      what: 'tests of the project postgres',
      sent: numPassedTests + numFailedTests,
      answered: numPassedTests,
      failed: numFailedTests,
      lost: 0,
      slowestMilliseconds: performance.now() - start,
    };
  } finally {
    await directory.remove();
  }
}

async function load(): Promise<Row> {
  const server = await startPostgresServer();
  const pooler = await startPgbouncer(server.url);
  const url = new URL(server.url);
  url.port = String(pooler.port);
  url.searchParams.set('pgbouncer', 'true');
  const node = () => startService({ DATABASE_URL: url.href, RATE_LIMIT_POINTS: '1000000' });
  const nodes = [await node(), await node()];
  try {
    const origins = nodes.map(({ origin }) => origin);
    // A start removes the unused token that the start before it printed.
    const token = nodes.at(-1)?.token ?? '';
    const database = { databaseUrl: server.url, dataDir: '' };
    const options = { origins, token, clients: CLIENTS, atMost: REQUESTS };
    return await underLoad('two nodes under load', database, options);
  } finally {
    await Promise.all(nodes.map((each) => each.stop()));
    await pooler.stop();
    await server.stop();
  }
}

export async function run(): Promise<readonly Row[]> {
  if (!hasPgbouncer) throw new MissingError('needs pgbouncer: apt-get install pgbouncer');
  return [await load(), await suite()];
}
