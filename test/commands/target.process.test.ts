// Every command names its database first, and none but those that fill one creates the embedded database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { targetText } from '../../src/commands/with-database.ts';
import { parseConfig } from '../../src/config.ts';
import { runCommand, temporaryDirectory } from '../process/service.ts';

test.each([
  [
    { DATABASE_URL: 'postgres://owner_api:secret@db1:6432/rentals?sslmode=verify-full' },
    'database rentals at db1:6432, test',
  ],
  [
    { DATABASE_URL: 'postgres://owner_api@[::1]', SERVICE_ENVIRONMENT: 'live' },
    'database owner_api at [::1]:5432, live',
  ],
  [{ DATABASE_URL: 'postgres://u@h/a%20b' }, 'database a b at h:5432, test'],
  [{ DATA_DIR: '/srv/data', SERVICE_ENVIRONMENT: 'live' }, 'embedded database in /srv/data, live'],
])('%j is named without user and password', (variables, text) => {
  expect(targetText(parseConfig(variables))).toBe(text);
});

test.each([
  ['token', ['list', '--email', 'a@example.com']],
  ['user', ['create', '--email', 'a@example.com', '--name', 'A']],
  ['export', ['never.gz']],
])('%s without a database says so, and creates none', async (command, args) => {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  const DATA_DIR = join(path, 'data');
  const { code, stdout, stderr } = await runCommand(`src/commands/${command}.ts`, args, { DATA_DIR });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const [target, fault, ...more] = stderr.split('\n');
  expect(target).toBe(`embedded database in ${DATA_DIR}, test`);
  expect(fault).toMatch(/^There is no database in \S+\. .*DATABASE_URL or DATA_DIR.*--env-file/);
  expect(more).toEqual(['']);
  expect(existsSync(DATA_DIR)).toBe(false);
});
