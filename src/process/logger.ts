// The log: pino writes to stderr, so that stdout only has the output of commands; JSON lines, or readable ones on a
// terminal.
import { hostname } from 'node:os';
import pino, { type DestinationStream } from 'pino';
import type { Log } from '../log.ts';
import { type Output, standardError } from './output.ts';

/** Only security events have this level: `LOG_LEVEL=notice` shows them without request lines. */
const LEVELS = { notice: 35 };

type Destination = Pick<Output, 'isTTY' | 'write'> & Partial<Pick<Output, 'onRecovered'>>;

export async function createLogger(level: string, output: Destination = standardError) {
  const textOf = output.isTTY ? await readableText() : (line: string) => line;
  const lines = {
    [pino.symbols.needsMetadataGsym]: true,
    /** Pino sets it before each line. */
    lastLevel: 0,
    write(line: string) {
      output.write(textOf(line), this.lastLevel === LEVELS.notice);
    },
  };
  const log: Log = createLog(level, lines, output.isTTY ? {} : BASE_FIELDS);
  output.onRecovered = (lines) =>
    log.warn({ 'owner_api.dropped_lines': lines }, 'log lines were dropped');
  return log;
}

export const BASE_FIELDS = { 'process.pid': process.pid, 'host.name': hostname() };

export const createLog = (level: string, stream: DestinationStream, base: object) =>
  pino(
    {
      level,
      base,
      customLevels: LEVELS,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
    },
    stream,
  );

/** Loads pino-pretty, on a terminal only. */
async function readableText() {
  const { prettyFactory } = await import('pino-pretty');
  const pretty = prettyFactory({
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    customLevels: 'notice:35',
    useOnlyCustomProps: false,
  });
  return (line: string) => terminalText(line, pretty);
}

/** Client text could clear a terminal, or fake a log line. */
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_OF_STACKS = /[^\P{Cc}\n\t]/gu;

const escaped = (text: string, controls: RegExp) =>
  text.replaceAll(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STACK = 'exception.stacktrace';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The terminal's text for a JSON line: requests and notes are one line; everything else has its time, level and fields.
 */
function terminalText(line: string, pretty: (entry: Entry) => string | undefined) {
  const entry: Entry = JSON.parse(line, (key, value) =>
    typeof value === 'string'
      ? escaped(value, key === STACK ? CONTROLS_OF_STACKS : CONTROLS)
      : value,
  );
  if ('http.request.method' in entry) return requestText(entry);
  return entry.level === 'info' ? `${entry.msg}\n` : (pretty(withStack(entry)) ?? '');
}

/** The error as pino-pretty expects it. */
function withStack(entry: Entry) {
  const {
    [STACK]: stack,
    'exception.type': type,
    'exception.message': message,
    ...fields
  } = entry;
  return stack === undefined ? entry : { ...fields, err: { type, message, stack } };
}

/** `GET /product/1  200  12 ms  user 1`; if the request failed with a 5xx, its ID leads to the line of the error. */
function requestText(entry: Entry) {
  const status = Number(entry['http.response.status_code']);
  const milliseconds = Number(entry['http.server.request.duration']) * 1_000;
  const user = entry['owner_api.user_id'];
  const parts = [
    `${entry['http.request.method']} ${entry['url.path']}`,
    String(status),
    `${Number(milliseconds.toPrecision(2))} ms`,
    user && `user ${user}`,
    entry['owner_api.token_failure'] ?? entry['owner_api.failure'],
    status >= 500 && entry['owner_api.request_id'],
    entry.msg !== 'request' && entry.msg,
  ];
  return `${parts.filter(Boolean).join('  ')}\n`;
}
