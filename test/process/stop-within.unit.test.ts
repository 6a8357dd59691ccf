// The time limit of a stop over all its steps.
import { expect, test } from 'vitest';
import { stopWithin } from '../../src/process/stop-within.ts';
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
