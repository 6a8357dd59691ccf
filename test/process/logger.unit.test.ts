// The log on a terminal: readable lines, written at once.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { LogFields } from '../../src/log.ts';
import { exceptionFields } from '../../src/log.ts';
import { createLogger } from '../../src/process/logger.ts';

async function loggedOn(terminal: { isTTY: boolean }, strip = stripVTControlCharacters) {
  const lines: string[] = [];
  const stderr = { ...terminal, write: (line: string) => void lines.push(strip(line)) };
  return { logger: await createLogger('info', stderr), lines };
}

const REQUEST: LogFields = {
  'http.request.method': 'GET',
  'url.path': '/product/1',
  'http.response.status_code': 200,
  'http.server.request.duration': 0.0123,
  'owner_api.request_id': 'an-id',
  'user_agent.original': 'curl/8',
  'owner_api.token_id': 2,
};

test('a request on a terminal logs one line, before the call returns', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.info({ ...REQUEST, 'owner_api.user_id': 1 }, 'request');
  logger.info(
    { ...REQUEST, 'owner_api.failure': 'NOT_FOUND', 'http.server.request.duration': 0.0004 },
    'request',
  );
  const refused = {
    'owner_api.failure': 'AUTH_INVALID_TOKEN',
    'owner_api.token_failure': 'revoked',
  };
  logger.info({ ...REQUEST, 'http.response.status_code': 401, ...refused }, 'request');
  logger.warn(
    { ...REQUEST, 'http.response.status_code': 500, 'owner_api.failure': 'INTERNAL' },
    'request',
  );
  logger.info({ ...REQUEST, 'http.response.status_code': 499 }, 'aborted');
  expect(lines).toEqual([
    'GET /product/1  200  12 ms  user 1\n',
    'GET /product/1  200  0.4 ms  NOT_FOUND\n',
    'GET /product/1  401  12 ms  revoked\n',
    'GET /product/1  500  12 ms  INTERNAL  an-id\n',
    'GET /product/1  499  12 ms  aborted\n',
  ]);
});

test('a note on a terminal is a sentence; a warning or a security event has its time, level and fields', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.info(
    { 'server.port': 4000 },
    'Version 0.1.0 is listening at http://127.0.0.1:4000.',
  );
  logger.warn({ 'owner_api.disk_free': '3 MB' }, 'disk almost full, writes are rejected');
  logger.notice({ 'owner_api.user_id': 1 }, 'signed in');
  expect(lines).toEqual([
    'Version 0.1.0 is listening at http://127.0.0.1:4000.\n',
    expect.stringMatching(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: disk almost full, .* \{"owner_api.disk_free":"3 MB"\}\n$/,
    ),
    expect.stringMatching(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] NOTICE: signed in \{"owner_api.user_id":1\}\n$/,
    ),
  ]);
});

test("escapes a client's control characters on a terminal, and starts no line with a client's string", async () => {
  const { logger, lines } = await loggedOn({ isTTY: true }, String);
  logger.info({ ...REQUEST, 'url.path': '/\u001b[2J\n\u009b' }, 'request');
  logger.warn({ 'user_agent.original': '\u001b[2J\nGET /' }, 'old rows not deleted');
  logger.error(exceptionFields(new Error('\u001b[2J')), 'unexpected error');
  expect(lines[0]).toBe('GET /\\u001b[2J\\u000a\\u009b  200  12 ms\n');
  expect(lines[1]?.split('\n')).toHaveLength(2);
  expect(lines.join('')).not.toMatch(/[^\P{Cc}\n]/u);
});

test('shows an error with its stack', async () => {
  const { logger, lines } = await loggedOn({ isTTY: true });
  logger.error(exceptionFields(new Error('the disk is full')), 'unexpected error');
  expect(lines.join('')).toContain('unexpected error {"error.type":"Error"}\n');
  expect(lines.join('')).toMatch(/Error: the disk is full\n\s+at /);
});

test("elsewhere writes nothing to the terminal's stream, but JSON to the descriptor", async () => {
  const { logger, lines } = await loggedOn({ isTTY: false });
  Object.assign(logger, { level: 'silent' });
  logger.info('draining');
  expect(lines).toEqual([]);
});
