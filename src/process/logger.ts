// The log: pino, JSON lines on stderr, so that stdout holds the output of commands alone.
import pino, { type Logger } from 'pino';

export const createLogger = (level: string): Logger => pino({ level }, pino.destination({ dest: 2, sync: false }));
