// The placeholders of guides, `{{name argument}}`: values and tables derived from the code and the versions.
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { MAX_ANSWER_LENGTH, VALUE_LENGTH } from '../../../graphql/limits/answer-bounds.ts';
import { DOCUMENT_LIMITS } from '../../../graphql/limits/document-limits.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import { MAX_KEY_LENGTH, MAX_NEW_KEYS } from '../../../operation/idempotency.ts';
import { ALL_FIELDS } from '../../../rest/release-notes.ts';
import { wireOf } from '../../../rest/wire.ts';
import { type DocsSource, stageOf, tableRow } from '../page.ts';
import { guideFile } from './guide-files.ts';

const MEBIBYTE = 2 ** 20;

const LIMITS = {
  ...DOCUMENT_LIMITS,
  keyLength: MAX_KEY_LENGTH,
  newKeys: MAX_NEW_KEYS,
  answerMebibytes: MAX_ANSWER_LENGTH / MEBIBYTE,
  valueLength: VALUE_LENGTH,
};

const IDS = { ...DEMO_IDS.products, next: DEMO_IDS.nextProduct };

const code = (text: string | number) => `\`${text}\``;

/** Rows of a table, whose heads are in the guide. */
const rows = <One>(all: readonly One[], cellsOf: (one: One) => readonly string[]): string =>
  all.map((one) => tableRow(cellsOf(one))).join('\n');

const FAILURE_ROWS = rows(
  Object.values(FAILURES),
  ({ status, code: name, message, meaning, reach }) => [
    `${code(name)} {#${name}}`,
    reach === 'GRAPHQL' ? '' : code(status),
    reach === 'GRAPHQL' ? meaning : message,
  ],
);

const FIELD_CODE_ROWS = rows(Object.entries(FIELD_ERROR_CODES), ([name, meaning]) => [
  `${code(name)} {#field-${name}}`,
  meaning,
]);

type Placeholders = Readonly<Record<string, (argument: string) => string | number>>;

function createPlaceholders(source: DocsSource): Placeholders {
  const { origin, throttle, refusedRequestDays, versions } = source;
  const version = versions.newest();
  return {
    origin: () => origin,
    version: () => version,
    points: () => throttle.points,
    window: () => throttle.windowSeconds,
    refusedRequestDays: () => refusedRequestDays,
    /** A file of this folder, which tests run as is. */
    file: (name) => guideFile(name).toString().trimEnd(),
    id: (name) => entry(IDS, name),
    limit: (name) => entry(LIMITS, name).toLocaleString('en'),
    code: (failure) => entry(FAILURES, failure).code,
    status: (failure) => entry(FAILURES, failure).status,
    /** A field's REST name, such as `Product.rent`. */
    name(subject) {
      if (!ALL_FIELDS.has(subject)) throw new Error(`No field ${subject}`);
      const [object = '', field = ''] = subject.split('.');
      return wireOf(versions.history, version).name(object, field);
    },
    failures: () => FAILURE_ROWS,
    fieldCodes: () => FIELD_CODE_ROWS,
    versions: () =>
      rows(versions.list(), ({ date, summary, ...version }) => [
        code(date),
        stageOf(version),
        summary,
      ]),
  };
}

function entry<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined)
    throw new Error(`Use one of ${Object.keys(table).join(', ')}, not “${name}”`);
  return value;
}

const PLACEHOLDER = /\{\{(\w+)(?: (.+?))?\}\}/g;

/** Replaces the placeholders in a text. @throws if one is unknown. */
export function createFill(source: DocsSource): (markdown: string) => string {
  const all = createPlaceholders(source);
  return (markdown) =>
    markdown.replace(PLACEHOLDER, (_, name: string, argument = '') =>
      String(entry(all, name)(argument)),
    );
}
