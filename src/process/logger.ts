// The log: pino writes to stderr, so that stdout holds only the output of commands; JSON lines, or readable ones on a terminal.
import { hostname } from 'node:os';
import pino, { type DestinationStream } from 'pino';
import type { Log } from '../log.ts';

/** Lines share system calls, which take more time than the lines themselves. In characters and milliseconds. */
const TOGETHER = { minLength: 8_192, periodicFlush: 100 };

/** Security events alone have this level: `LOG_LEVEL=notice` shows them without request lines. */
const LEVELS = { notice: 35 };

/** The part of process.stderr that a readable log needs; it is synchronous, so that no line is lost at the end. */
type Terminal = DestinationStream & { readonly isTTY?: boolean };

/** Lines of a worker process have its number. */
export async function createLogger(level: string, worker?: number, stderr: Terminal = process.stderr): Promise<Log> {
  const stream = stderr.isTTY ? await readableLines(stderr) : pino.destination({ dest: 2, sync: false, ...TOGETHER });
  return createLog(level, stream, stderr.isTTY ? { 'owner_api.worker': worker } : baseFields(worker));
}

/** The fields of each line. */
export const baseFields = (worker: number | undefined) => ({
  'process.pid': process.pid,
  'host.name': hostname(),
  'owner_api.worker': worker,
});

/** A log of JSON lines; each has the fields `base`. */
export const createLog = (level: string, stream: DestinationStream, base: object) =>
  pino(
    {
      level,
      base,
      customLevels: LEVELS,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (name) => ({ level: name }),
        log: (fields) => ('err' in fields ? withException(fields) : fields),
      },
    },
    stream,
  );

/** The code of an error, such as ECONNREFUSED or an SQLSTATE, is its `error.type`; its other properties may hold values of a request. */
function withException({ err, ...fields }: Record<string, unknown>) {
  const error = err instanceof Error ? err : new Error(String(err));
  const { type, message, stack } = pino.stdSerializers.err(error);
  return {
    ...fields,
    'error.type': 'code' in error ? String(error.code) : type,
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
  };
}

/** pino-pretty is loaded on a terminal alone. */
async function readableLines(terminal: Terminal): Promise<DestinationStream> {
  const { terminalText } = await import('./terminal-log.ts');
  return { write: (line) => terminal.write(terminalText(line)) };
}
