// The log: pino, JSON lines on stderr, so that what commands print on stdout stays theirs.
import pino, { type Logger } from 'pino';

/** Faults are logged by their kind and stack; queries, which carry values, are left out. */
export const createLogger = (level: string): Logger => pino({ level }, pino.destination({ dest: 2, sync: false }));
