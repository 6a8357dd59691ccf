// Logs for tests: a silent one, and one whose lines can be read.
import { createLog } from '../../src/process/logger.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into fields of every kind
export type LogLine = Readonly<Record<string, any>>;

export const silentLog = () => createLog('silent', { write() {} }, {});

/** The log, and its lines so far as strings and as objects. */
export function recordedLog(level = 'info') {
  const lines: string[] = [];
  const logger = createLog(level, { write: (line: string) => void lines.push(line) }, {});
  return { logger, lines, logged: (): LogLine[] => lines.map((line) => JSON.parse(line)) };
}
