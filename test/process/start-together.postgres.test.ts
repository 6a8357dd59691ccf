// Processes that start on one empty PostgreSQL database, together or one after the other, are ready or exit.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callsAt, callsOf } from '../support/app.ts';
import { postgresUrl } from '../support/database.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { after, cutOff, demoData } from './first-start.ts';
import { startService } from './service.ts';

const NODES = 2;
const WAITS = [100, 700, 1_300];
const GRACE_MILLISECONDS = 500;

test('processes that start together all serve, and each prints a working token', async () => {
  const url = await postgresUrl('nothing');
  const starts = await Promise.allSettled(
    Array.from({ length: NODES }, () => startService({ DATABASE_URL: url })),
  );
  const nodes = starts.flatMap((start) =>
    start.status === 'fulfilled' ? [start.value] : [],
  );
  onTestFinished(() => nodes.forEach(({ process }) => void process.kill('SIGKILL')));
  expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
  await delay(GRACE_MILLISECONDS);
  for (const { origin } of nodes) {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    for (const { token } of nodes)
      expect((await callsAt({ origin, token }).readProduct(1)).status).toBe(200);
  }
  for (const node of nodes) expect(await node.stop()).toMatchObject({ code: 0, stderr: '' });
});

test('an interrupted first start leaves nothing or everything', async () => {
  const url = await postgresUrl('nothing');
  await cutOff({ DATABASE_URL: url }, WAITS.map(after));
  const service = await startService({ DATABASE_URL: url });
  const whole = await createDemoApp(new Date());
  expect(await demoData(callsAt(service))).toEqual(
    await demoData(callsOf(whole.app, whole.token)),
  );
  expect((await service.stop()).stderr).toBe('');
  await whole.close();
});
