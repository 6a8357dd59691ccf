// The log on a terminal: a request is one line, a note is a sentence, and all else has its time, level and fields.
import { styleText } from 'node:util';
import pino from 'pino';
import { prettyFactory } from 'pino-pretty';

const OPTIONS = { singleLine: true, translateTime: 'SYS:HH:MM:ss.l' };
const note = prettyFactory({ ...OPTIONS, ignore: 'pid,hostname,time,level' });
const other = prettyFactory({ ...OPTIONS, ignore: 'pid,hostname' });

const INFO = pino.levels.values.info;

/** Texts of clients could clear a terminal, or write a line that looks like another one. */
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_OF_STACKS = /[^\P{Cc}\n\t]/gu;

const escaped = (text: string, controls: RegExp): string =>
  text.replaceAll(controls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

interface RequestEntry {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly email?: string;
  readonly requestId: string;
  readonly worker?: number;
  readonly msg: string;
}

/** The text of a line of JSON. */
export function terminalText(line: string): string {
  const entry = JSON.parse(line, (_, value) =>
    typeof value === 'string' ? escaped(value, CONTROLS_OF_STACKS) : value,
  );
  if ('ms' in entry && 'path' in entry) return requestText(entry);
  return (entry.level === INFO ? note : other)(entry) ?? '';
}

const SERVER_FAULT = 500;

/** `GET /product/1  200  12 ms  owner@example.com`; the id of a request that failed here leads to the line of its error. */
function requestText({ method, path, status, ms, email = '', requestId, worker, msg }: RequestEntry): string {
  const parts = [
    escaped(`${method} ${path}`, CONTROLS),
    styleText(colorOf(status), String(status), { stream: process.stderr }),
    `${ms < 10 ? ms : Math.round(ms)} ms`,
    escaped(email, CONTROLS),
    status >= SERVER_FAULT ? requestId : '',
    worker ? `worker ${worker}` : '',
    msg === 'request' ? '' : msg,
  ];
  return `${parts.filter(Boolean).join('  ')}\n`;
}

const colorOf = (status: number) => (status >= SERVER_FAULT ? 'red' : status >= 400 ? 'yellow' : 'green');
