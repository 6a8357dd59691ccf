// Processes that start on one empty PostgreSQL database, together or one after the other, are ready or exit.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { freshPostgres } from '../support/database.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { after, cutOff, demoData, readFrom } from './first-start.ts';
import { runCommand, startService } from './service.ts';

const NODES = 2;
const WAITS = [100, 700, 1_300];
const GRACE_MILLISECONDS = 500;

test('processes that start together all serve, and each prints a working token', async () => {
  const { url, drop } = await freshPostgres('nothing');
  const starts = await Promise.allSettled(
    Array.from({ length: NODES }, () => startService({ DATABASE_URL: url })),
  );
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  onTestFinished(() => nodes.forEach(({ process }) => void process.kill('SIGKILL')));
  expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
  await delay(GRACE_MILLISECONDS);
  for (const { origin } of nodes) {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    for (const { token } of nodes)
      expect((await readFrom({ origin, token })('/product/1')).status).toBe(200);
  }
  for (const node of nodes) expect(await node.stop()).toMatchObject({ code: 0, stderr: '' });
  await drop();
});

test('concurrent runs of `npm run seed` all succeed, and the data exists once', async () => {
  const { url, drop } = await freshPostgres('nothing');
  const seeds = [1, 2, 3].map(() =>
    runCommand('src/commands/seed.ts', ['--json'], { DATABASE_URL: url }),
  );
  const ended = await Promise.all(seeds);
  const notes = expect.stringMatching(
    /^database .*\n(?:(?:Applying the migration|A migration is waiting).*\n)*$/,
  );
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    ended.map(() => ({ code: 0, stderr: notes })),
  );
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  expect([await db.user.count(), await db.product.count()]).toEqual([4, 6]);
  await close();
  await drop();
});

test('an interrupted first start leaves nothing or everything', async () => {
  const { url, drop } = await freshPostgres('nothing');
  await cutOff({ DATABASE_URL: url }, WAITS.map(after));
  const service = await startService({ DATABASE_URL: url });
  const whole = await createDemoApp(new Date());
  expect(await demoData(readFrom(service))).toEqual(
    await demoData((path) => whole.rest('GET', path, undefined, whole)),
  );
  expect((await service.stop()).stderr).toBe('');
  await whole.close();
  await drop();
});
