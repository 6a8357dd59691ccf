// A service that can open no more files.
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, START, startWith } from './log-sink.ts';

const onPosix = test.skipIf(process.platform === 'win32');
/** More than a start needs. */
const FILES = 400;

onPosix(
  'connections that it has no files for leave a line in the log, and a stop is as always',
  async () => {
    let log = '';
    const service = await startWith((env) => {
      const limited = `ulimit -n ${FILES}; exec "$0" "$@"`;
      return spawn('bash', ['-c', limited, process.execPath, ...START], { cwd: ROOT, env });
    });
    service.child.stderr?.on('data', (chunk) => (log += chunk));
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (let count = 0; count < FILES; count++)
      sockets.push(connect(service.port, '127.0.0.1').on('error', () => {}));
    await expect.poll(() => log).toContain('too many open files: new connections are closed');
    expect(await service.ended()).toBe(0);
  },
);
