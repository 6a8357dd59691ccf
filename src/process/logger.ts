// The log: pino writes JSON lines to stderr, so that stdout holds only the output of commands.
import pino, { type Logger } from 'pino';

export const createLogger = (level: string): Logger => pino({ level }, pino.destination({ dest: 2, sync: false }));
