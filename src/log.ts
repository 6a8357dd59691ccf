// The log: pino, JSON lines on stderr, so that what commands print on stdout stays theirs.
import pino, { type Logger } from 'pino';

/** Faults are logged by their kind and stack; queries, which carry values, are left out. */
export const createLogger = (level: string): Logger => pino({ level }, pino.destination({ dest: 2, sync: false }));

const TOKEN = /svc(_|%5f)(live|test)(_|%5f)[\w%]*/gi;

/** A path in which a client has put its token by mistake, without it. */
export const withoutTokens = (path: string): string => path.replaceAll(TOKEN, 'svc_$2_…');
