// Logs of the service for tests: one that is silent, and one whose lines are read.
import { createLog } from '../../src/process/logger.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into fields of every kind
export type LogLine = Readonly<Record<string, any>>;

export const silentLog = () => createLog('silent', { write() {} }, {});

/** The log, its lines so far, and the same as objects. */
export function recordedLog(level = 'info') {
  const lines: string[] = [];
  const logger = createLog(level, { write: (line: string) => void lines.push(line) }, {});
  return { logger, lines, logged: (): LogLine[] => lines.map((line) => JSON.parse(line)) };
}
