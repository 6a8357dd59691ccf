// If the database can't be opened, the service prints one clear line without secrets.
import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EVENTUALLY } from '../support/eventually.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { runCommand, toldIn } from './service.ts';

const SECRET = 'hunter2';

test.each([
  ['src/start.js', []],
  ['src/commands/migrate.ts', []],
  ['src/commands/token.ts', ['list', '--email', 'a@example.com']],
])(
  '%s: an unreachable database is soon reported in one clear line, a misspelled variable by name, without secrets',
  async (script, args) => {
    const start = performance.now();
    const url = `postgresql://user:${SECRET}@127.0.0.1:1/db`;
    const { code, stdout, stderr } = await runCommand(script, args, {
      ...{ DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0', PORT: '0' },
      ...{ RATE_LIMIT_POINT: SECRET, OTEL_SERVICE_NAME: 'x' },
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const fault =
      "The database at 127.0.0.1:1 can't be opened: no server is listening there. " +
      'Correct the host and port in DATABASE_URL, or start the server.';
    const warning =
      'Not a variable of the service: RATE_LIMIT_POINT. .deploy/configure.md lists them.';
    // Without a terminal, the service logs only JSON.
    if (script === 'src/start.js')
      expect(toldIn(stderr)).toMatchObject([
        { level: 'warn', msg: warning },
        { level: 'fatal', msg: fault },
      ]);
    else expect(stderr).toBe(`database db at 127.0.0.1:1, test\n${fault}\n`);
    expect(stderr).not.toContain(SECRET);
    expect(performance.now() - start).toBeLessThan(EVENTUALLY);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a DATA_DIR that can never be created, as in /proc, is reported at once',
  async () => {
    const { code, stderr } = await runCommand('src/start.js', [], {
      DATA_DIR: '/proc/x/y',
      PORT: '0',
    });
    expect(code).toBe(1);
    expect(toldIn(stderr)).toMatchObject([
      {
        level: 'fatal',
        msg: expect.stringMatching(/^The database in \/proc\/x\/y can't be opened/),
      },
    ]);
  },
);

async function emptyDirectory() {
  const { path, remove } = await temporaryDirectory();
  onTestFinished(remove);
  return path;
}

test('an argument ends the start with a sentence, before anything is created', async () => {
  const variables = { DATA_DIR: await emptyDirectory(), PORT: '0' };
  expect(await runCommand('src/start.js', ['--help'], variables)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The service takes no arguments. Variables set everything, as in `PORT=5101 npm start`; ' +
      '.deploy/configure.md lists them.\n',
  });
  expect(await readdir(variables.DATA_DIR)).toEqual([]);
});

test('a port in use ends the start before a database is created', async () => {
  const DATA_DIR = await emptyDirectory();
  const { port, close } = await startLoopbackServer(() => {});
  onTestFinished(close);
  const variables = { DATA_DIR: `${DATA_DIR}/data`, PORT: String(port) };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], variables);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(toldIn(stderr)).toMatchObject([
    {
      level: 'fatal',
      msg: expect.stringMatching(/^Cannot listen on port .* Set PORT or HOST/),
    },
  ]);
  expect(await readdir(DATA_DIR)).toEqual([]);
});
