// The log on a terminal: a request is one line, a note is a sentence, and all else has its time, level and fields.
import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

const pretty = prettyFactory({
  singleLine: true,
  translateTime: 'SYS:HH:MM:ss.l',
  customLevels: 'notice:35',
  useOnlyCustomProps: false,
});

/** Texts of clients could clear a terminal, or write a line that looks like another one. */
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_OF_STACKS = /[^\P{Cc}\n\t]/gu;

const escaped = (text: string, controls: RegExp): string =>
  text.replaceAll(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STACK = 'exception.stacktrace';

type Entry = Readonly<Record<string, unknown>>;

/** The text of a line of JSON. */
export function terminalText(line: string): string {
  const entry: Entry = JSON.parse(line, (key, value) =>
    typeof value === 'string' ? escaped(value, key === STACK ? CONTROLS_OF_STACKS : CONTROLS) : value,
  );
  if ('http.request.method' in entry) return requestText(entry);
  return entry.level === 'info' ? `${entry.msg}\n` : (pretty(withStack(entry)) ?? '');
}

/** The error as pino-pretty expects it. */
function withStack(entry: Entry): Entry {
  const { [STACK]: stack, 'exception.type': type, 'exception.message': message, ...fields } = entry;
  return stack === undefined ? entry : { ...fields, err: { type, message, stack } };
}

const SERVER_FAULT = 500;
const SLOW_MILLISECONDS = 10;

/** `GET /product/1  200  12 ms  user 1`; the id of a request that failed here leads to the line of its error. */
function requestText(entry: Entry): string {
  const status = Number(entry['http.response.status_code']);
  const milliseconds = Number(entry['http.server.request.duration']) * 1_000;
  const [user, worker] = [entry['owner_api.user_id'], entry['owner_api.worker']];
  const parts = [
    `${entry['http.request.method']} ${entry['url.path']}`,
    styleText(colorOf(status), String(status), { stream: process.stderr }),
    `${milliseconds < SLOW_MILLISECONDS ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`,
    user && `user ${user}`,
    entry['owner_api.token_fault'] ?? entry['owner_api.failure'],
    status >= SERVER_FAULT && entry['owner_api.request_id'],
    worker && `worker ${worker}`,
    entry.msg !== 'request' && entry.msg,
  ];
  return `${parts.filter(Boolean).join('  ')}\n`;
}

const colorOf = (status: number) => (status >= SERVER_FAULT ? 'red' : status >= 400 ? 'yellow' : 'green');
