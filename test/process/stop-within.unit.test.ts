// The time limit of a stop over all its steps.
import { expect, test } from 'vitest';
import { STOP_BOUNDS } from '../../src/http/port.ts';
import { END_MILLISECONDS } from '../../src/process/end-process.ts';
import { STEPS_MILLISECONDS } from '../../src/process/start-serving.ts';
import { stopWithin } from '../../src/process/stop-within.ts';
import { REQUEST_MILLISECONDS } from '../../src/request-scope.ts';
import { EVENTUALLY } from '../support/eventually.ts';

const never = () => new Promise<never>(() => {});

test('ends stage after stage, and leaves nothing', async () => {
  const ended: string[] = [];
  const end = (name: string) => async () => void ended.push(name);
  const stages = [
    { requests: end('requests') },
    { usage: end('usage'), traces: () => undefined },
  ];
  expect(await stopWithin(EVENTUALLY, stages)).toEqual([]);
  expect(ended).toEqual(['requests', 'usage']);
});

test('names what is not done in time, and what could not begin', async () => {
  const stages = [{ requests: async () => {} }, { usage: never, traces: async () => {} }];
  expect(await stopWithin(20, [...stages, { database: never }])).toEqual([
    'usage',
    'database',
  ]);
});

test('fails with a step that fails', async () => {
  const failing = () => Promise.reject(new Error('no disk'));
  await expect(stopWithin(EVENTUALLY, [{ database: failing }])).rejects.toThrow('no disk');
});

test('a stop takes 5.5 s at most with its last lines and the end of the process, and leaves time after the longest requests', () => {
  expect(STEPS_MILLISECONDS + END_MILLISECONDS).toBeLessThanOrEqual(5_500);
  expect(STOP_BOUNDS.stopWithin).toBeGreaterThan(REQUEST_MILLISECONDS);
  expect(STEPS_MILLISECONDS).toBeGreaterThanOrEqual(STOP_BOUNDS.stopWithin + 500);
});
