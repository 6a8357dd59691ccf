// The time limit of a stop over all its steps.
import { expect, test } from 'vitest';
import { stopWithin } from '../../src/process/stop-within.ts';
import { EVENTUALLY } from '../support/eventually.ts';

const never = () => new Promise<never>(() => {});

test('ends stage after stage', async () => {
  const ended: string[] = [];
  const end = (name: string) => async () => void ended.push(name);
  const stages = [[end('requests')], [end('usage'), () => undefined]];
  expect(await stopWithin(EVENTUALLY, stages)).toBe(true);
  expect(ended).toEqual(['requests', 'usage']);
});

test('says when something is not done in time', async () => {
  expect(await stopWithin(20, [[async () => {}], [never]])).toBe(false);
});

test('fails with a step that fails', async () => {
  const failing = () => Promise.reject(new Error('no disk'));
  await expect(stopWithin(EVENTUALLY, [[failing]])).rejects.toThrow('no disk');
});
