// The log on a terminal: readable lines, written at once.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/process/logger.ts';

async function loggedOn(terminal: { isTTY: boolean }, worker?: number, strip = stripVTControlCharacters) {
  const lines: string[] = [];
  const stderr = { ...terminal, write: (line: string) => void lines.push(strip(line)) };
  return { logger: await createLogger('info', worker, stderr), lines };
}

const REQUEST = { method: 'GET', path: '/product/1', status: 200, ms: 12.3, requestId: 'an-id', userId: 1, tokenId: 2 };

test('a request on a terminal is one line, which is there when the call returns', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.info({ ...REQUEST, email: 'owner@example.com' }, 'request');
  logger.info({ ...REQUEST, method: 'POST', path: '/graphql', status: 500, ms: 0.4 }, 'request');
  logger.info({ ...REQUEST, status: 499 }, 'aborted');
  expect(lines).toEqual([
    'GET /product/1  200  12 ms  owner@example.com\n',
    'POST /graphql  500  0.4 ms  an-id\n',
    'GET /product/1  499  12 ms  aborted\n',
  ]);
});

test('a note on a terminal is a sentence, a warning has its time, level and fields', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.info('Creating the database in .data …');
  logger.warn({ free: '3 MB' }, 'disk almost full');
  expect(lines).toEqual([
    'Creating the database in .data …\n',
    expect.stringMatching(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: disk almost full \{"free":"3 MB"\}\n$/),
  ]);
});

test('control characters of a client are escaped on a terminal, in each kind of line', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true }, undefined, String);
  logger.info({ ...REQUEST, path: '/\u001b[2J\n\u009b' }, 'request');
  logger.warn({ text: '\u001b[2J' }, 'a\u0007');
  logger.error({ err: new Error('\u001b[2J') }, 'fault');
  expect(lines[0]).toBe('GET /\\u001b[2J\\u000a\\u009b  200  12 ms\n');
  expect(lines.join('')).not.toMatch(/[^\P{Cc}\n]/u);
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
