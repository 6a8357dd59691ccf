// The log: pino writes JSON lines to stderr, so that stdout holds only the output of commands.
import pino, { type Logger } from 'pino';

/** Lines are written together: one system call for each would cost more than the line itself. In characters and milliseconds. */
const TOGETHER = { minLength: 8_192, periodicFlush: 100 };

/** Lines of a worker process have its number. */
export function createLogger(level: string, worker?: number): Logger {
  const logger = pino({ level }, pino.destination({ dest: 2, sync: false, ...TOGETHER }));
  return worker === undefined ? logger : logger.child({ worker });
}
