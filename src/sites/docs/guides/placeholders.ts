// The placeholders of guides, such as `{{version}}` and `{{limit depth}}`: values and tables derived from the code.
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { MAX_ANSWER_LENGTH, VALUE_LENGTH } from '../../../graphql/limits/answer-bounds.ts';
import { DOCUMENT_LIMITS } from '../../../graphql/limits/document-limits.ts';
import { FAILURES } from '../../../operation/failures.ts';
import { FIELD_ERROR_CODES } from '../../../operation/field-error.ts';
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

/** The values of a record, each under its name after a word. */
const named = <Value>(
  word: string,
  values: Readonly<Record<string, Value>>,
  print: (value: Value) => string | number,
) => Object.entries(values).map(([name, value]) => [`${word} ${name}`, print(value)] as const);

/** Rows of a table, whose heads are in the guide. */
const rows = <One>(all: readonly One[], cellsOf: (one: One) => readonly string[]) =>
  all.map((one) => tableRow(cellsOf(one))).join('\n');

/** What is the same on every deployment. */
const CONSTANTS: readonly (readonly [name: string, value: string | number])[] = [
  ...named('id', DEMO_IDS.products, String),
  ...named('limit', LIMITS, (limit) => limit.toLocaleString('en')),
  ...named('code', FAILURES, ({ code }) => code),
  ...named('status', FAILURES, ({ status }) => status),
  ['isToken', guideFile('scanners/is-token.mjs').toString().trimEnd()],
  [
    'failures',
    rows(Object.values(FAILURES), ({ status, code, message, meaning, reach }) => [
      `\`${code}\` {#${code}}`,
      reach === 'GRAPHQL' ? '' : `\`${status}\``,
      reach === 'GRAPHQL' ? meaning : message,
    ]),
  ],
  [
    'fieldCodes',
    rows(Object.entries(FIELD_ERROR_CODES), ([code, meaning]) => [
      `\`${code}\` {#field-${code}}`,
      meaning,
    ]),
  ],
];

/** Replaces the placeholders in a text. @throws if one is unknown. */
export function createFill(source: DocsSource): (markdown: string) => string {
  const { origin, throttle, versions } = source;
  const wire = wireOf(versions.history, versions.newest());
  const values = new Map<string, string | number>([
    ...CONSTANTS,
    ['origin', origin],
    ['version', versions.newest()],
    ['points', throttle.points],
    ['window', throttle.windowSeconds],
    [
      'versions',
      rows(versions.list(), (version) => [
        `\`${version.date}\``,
        stageOf(version),
        version.summary,
      ]),
    ],
    ...[...ALL_FIELDS.keys()].map((field) => [field, wire.name(field)] as const),
  ]);
  return (markdown) =>
    markdown.replace(/\{\{(\w[\w. ]*)\}\}/g, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`No placeholder ${name}`);
      return String(value);
    });
}
