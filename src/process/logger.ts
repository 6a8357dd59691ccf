// The log: pino writes to stderr, so that stdout holds only the output of commands; JSON lines, or readable ones on a terminal.
import pino, { type DestinationStream, type Logger } from 'pino';

/** Lines share system calls, which take more time than the lines themselves. In characters and milliseconds. */
const TOGETHER = { minLength: 8_192, periodicFlush: 100 };

/** The part of process.stderr that a readable log needs; it is synchronous, so that no line is lost at the end. */
type Terminal = DestinationStream & { readonly isTTY?: boolean };

/** Lines of a worker process have its number. E-mail addresses are shown on a terminal, and written nowhere. */
export async function createLogger(level: string, worker?: number, stderr: Terminal = process.stderr): Promise<Logger> {
  const logger = stderr.isTTY
    ? pino({ level }, await readableLines(stderr))
    : pino({ level, serializers: { email: () => undefined } }, pino.destination({ dest: 2, sync: false, ...TOGETHER }));
  return worker === undefined ? logger : logger.child({ worker });
}

/** pino-pretty is loaded on a terminal alone. */
async function readableLines(terminal: Terminal): Promise<DestinationStream> {
  const { terminalText } = await import('./terminal-log.ts');
  return { write: (line) => terminal.write(terminalText(line)) };
}
