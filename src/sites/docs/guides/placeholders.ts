// The placeholders of the guides, `{{name argument}}`: values, tables and bodies that follow from the code and the versions.
import { readFileSync } from 'node:fs';

import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { MAX_ANSWER_LENGTH, VALUE_LENGTH } from '../../../graphql/limits/answer-bounds.ts';

import { DOCUMENT_LIMITS } from '../../../graphql/limits/document-limits.ts';
import { FAILURES } from '../../../operation/failure.ts';
import { MAX_KEY_LENGTH, MAX_NEW_KEYS } from '../../../operation/idempotency.ts';
import { printJson } from '../../pages/snippets/print-literal.ts';
import { printJavaScriptLiteral } from '../snippets/print-code.ts';
import type { DocsSource } from '../source.ts';
import type { NewestVersion } from './newest-version.ts';
import { createTables } from './tables.ts';

const MEBIBYTE = 2 ** 20;

const LIMITS = {
  ...DOCUMENT_LIMITS,
  keyLength: MAX_KEY_LENGTH,
  newKeys: MAX_NEW_KEYS,
  answerMebibytes: MAX_ANSWER_LENGTH / MEBIBYTE,
  valueLength: VALUE_LENGTH,
};

/** How an example is tried from its page. */
const RUN = {
  test: `**Run** sends an example from this page; it can be edited before. The token is one that you paste, or one that a click creates
while you are signed in to the dashboard: it ends in a day, and the next one takes its place.`,
  live: `This is a live deployment: its pages run no examples, because they would change real data. A test deployment runs them by a
click; here, paste them into a terminal.`,
};

const IDS = { ...DEMO_IDS.products, next: DEMO_IDS.nextProduct };

/** `margin` is the indentation of the line. */
type Placeholder = (argument: string, margin: string) => string | number;

type Placeholders = Readonly<Record<string, Placeholder>>;

function createPlaceholders(
  { origin, throttle, refusedRequestDays, versions, canRun }: DocsSource,
  newest: NewestVersion,
): Placeholders {
  /** An argument such as: createProduct { "product": { "title": "Tent" } }. */
  const bodyOf = (argument: string) => {
    const [, operation = '', json = ''] = /^(\w+) (.*)$/.exec(argument) ?? [];
    return [operation, JSON.parse(json)] as const;
  };
  return {
    origin: () => origin,
    run: () => RUN[canRun ? 'test' : 'live'],
    version: () => newest.version,
    points: () => throttle.points,
    window: () => throttle.windowSeconds,
    refusedRequestDays: () => refusedRequestDays,
    /** A file of this folder, which tests run as it stands. */
    file: (name) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8').trimEnd(),
    id: (name) => entry(IDS, name),
    limit: (name) => entry(LIMITS, name).toLocaleString('en'),
    code: (failure) => entry(FAILURES, failure).code,
    status: (failure) => entry(FAILURES, failure).status,
    name: newest.restName,
    restJson: (argument, margin) => printJson(newest.restBody(...bodyOf(argument)), margin),
    restLiteral: (argument, margin) => printJavaScriptLiteral(newest.restBody(...bodyOf(argument)), margin),
    graphqlLiteral: (argument, margin) => printJavaScriptLiteral(newest.input(...bodyOf(argument)), margin),
    ...createTables(versions, newest),
  };
}

function entry<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined) throw new Error(`Use one of ${Object.keys(table).join(', ')}, not “${name}”`);
  return value;
}

/** A placeholder of one line; the last `}}` of several braces closes it. */
const PLACEHOLDER = /\{\{(\w+)(?: (.+?))?\}\}(?!\})/g;

/** Replaces the placeholders of a text. @throws if one is unknown. */
export function createFill(source: DocsSource, newest: NewestVersion): (markdown: string) => string {
  const all = createPlaceholders(source, newest);
  return (markdown) =>
    markdown.replace(/^( *).*\{\{.*$/gm, (line, margin: string) =>
      line.replace(PLACEHOLDER, (_, name: string, argument = '') => String(entry(all, name)(argument, margin))),
    );
}
