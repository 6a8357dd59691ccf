// PgBouncer in transaction mode in front of a PostgreSQL server, with the settings of its own defaults.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './postgres-server.ts';

/** Debian installs it where the PATH of a user may not lead. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => !spawnSync(name, ['--version']).error);

export const hasPgbouncer = program !== undefined;

/** The port at which every database of the server is reached. */
export async function startPgbouncer(serverUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const directory = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const users = join(directory, 'users');
  const file = join(directory, 'pgbouncer.ini');
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
  // PgBouncer refuses to run as root.
  const child = spawn(program ?? 'pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  await untilListening(child, port);
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const attempts = 200;

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < attempts && child.exitCode === null; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
  throw new Error('PgBouncer did not start');
}
