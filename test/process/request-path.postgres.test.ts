// CONTRIBUTING's table of steps names every file through which a warm request goes, and no other.
import { connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, callsAt } from '../support/app.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { readText } from '../system/deploy/deploy-files.ts';
import { postgresService } from './postgres-service.ts';

const PRELOADED = new URL('./coverage-on-request.js', import.meta.url).href;

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** The files below src of which a function ran; a module itself begins at offset 0. */
const filesIn = (scripts: readonly Script[]) =>
  scripts
    .filter(({ functions }) =>
      functions.some(
        ({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0,
      ),
    )
    .flatMap(({ url }) => /\/src\/(.+\.ts)$/.exec(url)?.[1] ?? []);

async function coveredService() {
  const { path: directory, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const socket = join(directory, 'socket');
  const service = await postgresService({
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import ${PRELOADED}`,
    COVERAGE_SOCKET: socket,
  });
  /** The files that ran since the last time. */
  const take = async () => filesIn((await json(connect(socket))) as Script[]);
  return { service, take };
}

/** Only timers run these, on a busy machine during every request. */
const OF_TIMERS = [
  'fairness/unread-responses.ts',
  'process/logger.ts',
  'process/watch-files.ts',
];

/** The files of a request when everything is warm: those that every one of them goes through. */
async function filesOf(take: () => Promise<string[]>, send: () => Promise<Answer>) {
  const sent = async () => expect((await send()).status).toBeLessThan(300);
  for (let count = 0; count < 5; count++) await sent();
  let files: string[] | undefined;
  for (let count = 0; count < 3; count++) {
    await take();
    await sent();
    const now = await take();
    files = files?.filter((file) => now.includes(file)) ?? now;
  }
  return files?.filter((file) => !OF_TIMERS.includes(file)).toSorted();
}

/** The files in a column of the table; `the same` repeats the first. */
const namedIn = (column: 'REST' | 'GraphQL') => {
  const [, table = ''] = readText('.github/CONTRIBUTING.md').split(
    '| Step | POST /product |',
  );
  const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows
    .flatMap((row) => {
      const [, , rest = '', graphql = ''] = row.split('|');
      const cell = column === 'REST' || graphql.includes('the same') ? rest : graphql;
      const both =
        column === 'GraphQL' && graphql.includes('the same') ? cell + graphql : cell;
      return [...both.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file);
    })
    .toSorted();
};

/** Without its status: an enum with a member that some version lacks is read by version. */
const RENTAL = `{ rental(id: 1) {
  id startDate totalAmount tenant { name } items { title dailyRate product { title } }
} }`;

test('every file of a create on REST and of a rental on GraphQL', async () => {
  const { service, take } = await coveredService();
  const images = [{ src: 'https://images.example.com/tent.jpg' }];
  const product = { title: 'Tent', rent: 24.5, sku: 'TENT', images };
  const { createProduct, graphql } = callsAt(service);
  expect(await filesOf(take, () => createProduct(product))).toEqual(namedIn('REST'));
  expect(await filesOf(take, () => graphql(RENTAL))).toEqual(namedIn('GraphQL'));
});
