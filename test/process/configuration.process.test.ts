// If the database can't be opened, the service prints one clear line without secrets.
import { expect, test } from 'vitest';
import { EVENTUALLY } from '../support/eventually.ts';
import { runCommand, toldIn } from './service.ts';

const SECRET = 'hunter2';

test.each([
  ['src/start.js', []],
  ['src/commands/migrate.ts', []],
  ['src/commands/token.ts', ['list', '--email', 'a@example.com']],
])(
  '%s: an unreachable database is soon reported in one clear line, without the password',
  async (script, args) => {
    const start = performance.now();
    const url = `postgresql://user:${SECRET}@127.0.0.1:1/db`;
    const variables = { DATABASE_URL: url, DATABASE_WAIT_SECONDS: '0', PORT: '0' };
    const { code, stdout, stderr } = await runCommand(script, args, variables);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const fault =
      "The database at 127.0.0.1:1 can't be opened: no server is listening there. " +
      'Correct the host and port in DATABASE_URL, or start the server.';
    // Without a terminal, the service logs only JSON.
    if (script === 'src/start.js')
      expect(toldIn(stderr)).toMatchObject([{ level: 'fatal', msg: fault }]);
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
