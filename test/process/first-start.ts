// Interrupts a first start at many moments; afterwards everything is as after an undisturbed one.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Calls } from '../support/app.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { runScript } from './service.ts';

const SIGNALS = ['SIGTERM', 'SIGKILL', 'SIGTERM', 'SIGINT'] as const;

export const after = (milliseconds: number) => () => delay(milliseconds);

/** Starts the service once per moment, and ends it when that moment's promise resolves. */
export async function cutOff(
  variables: Readonly<Record<string, string>>,
  moments: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const [turn, moment] of moments.entries()) {
    const signal = SIGNALS[turn % SIGNALS.length] ?? 'SIGTERM';
    const child = runScript('src/start.js', [], {
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...variables,
    });
    await moment();
    const sent = performance.now();
    child.process.kill(signal);
    const { stderr } = await child.ended();
    expect(stderr).toBe('');
    expect(performance.now() - sent).toBeLessThan(EVENTUALLY);
  }
}

const PATHS = [
  ...[1, 2, 5, 6].map((id) => `/product/${id}`),
  ...[1, 2, 3].map((id) => `/rental/${id}`),
];

export const demoData = ({ rest }: Pick<Calls, 'rest'>): Promise<unknown[]> =>
  Promise.all(
    PATHS.map(async (path) => {
      const { status, body } = await rest('GET', path);
      expect(status).toBe(200);
      return JSON.parse(
        JSON.stringify(body)
          .replaceAll(/"(?:created|updated|paid)_at":"[^"]*"/g, '"at":0')
          .replaceAll(/"src":"http[^"]*\//g, '"src":"'),
      );
    }),
  );
