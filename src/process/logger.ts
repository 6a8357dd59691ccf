// The log: pino writes JSON lines to stderr, so that stdout holds only the output of commands.
import pino, { type Logger } from 'pino';

/** Lines of a worker process have its number. */
export function createLogger(level: string, worker?: number): Logger {
  const logger = pino({ level }, pino.destination({ dest: 2, sync: false }));
  return worker === undefined ? logger : logger.child({ worker });
}
