// The log on a terminal: readable lines, written at once.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/process/logger.ts';

async function loggedOn(terminal: { isTTY: boolean }, worker?: number) {
  const lines: string[] = [];
  const stderr = { ...terminal, write: (line: string) => void lines.push(stripVTControlCharacters(line)) };
  return { logger: await createLogger('info', worker, stderr), lines };
}

test('a line on a terminal has the time, the level, the text and its fields, and is there when the call returns', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.info({ method: 'GET', status: 200 }, 'request');
  expect(lines).toEqual([
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request \{"method":"GET","status":200\}\n$/),
  ]);
});

test('an error is shown with its stack, and the lines of a worker have its number', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true }, 3);
  logger.error({ err: new Error('the disk is full') }, 'unexpected fault');
  expect(lines.join('')).toContain('unexpected fault {"worker":3}\n');
  expect(lines.join('')).toMatch(/Error: the disk is full\n\s+at /);
});

test('elsewhere nothing is written to the stream of the terminal, but JSON to the descriptor', async () => {
  const { logger, lines } = await loggedOn({ isTTY: false });
  logger.level = 'silent';
  logger.info('request');
  expect(lines).toEqual([]);
  expect(logger.bindings()).toEqual({});
});
