// PgBouncer in transaction mode in front of a PostgreSQL server, with its default settings.
import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './postgres-server.ts';
import { startProgram, unprivileged } from './program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Debian installs it where a user's PATH may not lead. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => !spawnSync(name, ['--version']).error,
);

export const hasPgbouncer = program !== undefined;

/** The port at which every database of the server is available. */
export async function startPgbouncer(
  serverUrl: string,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const cleanup = new AsyncDisposableStack();
  const { path: directory } = cleanup.use(await temporaryDirectory());
  const port = await freePort();
  const [users, file] = [join(directory, 'users'), join(directory, 'pgbouncer.ini')];
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 1000',
  ];
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(directory, 0o755);
  // Newer versions wait for their clients on other signals.
  await startProgram(cleanup, program ?? 'pgbouncer', [file], port, {
    ...unprivileged(),
    killSignal: 'SIGKILL',
  });
  return { port, stop: () => cleanup.disposeAsync() };
}
