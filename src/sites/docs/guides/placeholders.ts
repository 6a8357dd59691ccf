// The placeholders of guides, such as `{{version}}` and `{{limit depth}}`: values and tables derived from the code.
import { RECENT_MINUTES } from '../../../accounts/sessions.ts';
import { tokenPrefix } from '../../../accounts/token-format.ts';
import { EXPIRY_WARNING_DAYS } from '../../../accounts/token-rules.ts';
import { ROLL_OVERLAP_HOURS } from '../../../accounts/tokens.ts';
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { LARGE_BODIES } from '../../../fairness/bodies.ts';
import { IN_WORK } from '../../../gate/gate.ts';
import { DELAYED, MAX_DELAYED_BYTES, MAX_WAIT_SECONDS } from '../../../gate/rehearsals.ts';
import {
  DOCUMENT_LIMITS,
  MAX_CACHED_LENGTH,
} from '../../../graphql/limits/document-limits.ts';
import {
  MAX_RESPONSE_LENGTH,
  VALUE_LENGTH,
} from '../../../graphql/limits/response-bounds.ts';
import { MIN_COMPRESSED } from '../../../http/deliver.ts';
import { MAX_BODY_BYTES, MAX_DEPTH, MAX_VALUES } from '../../../http/json-body.ts';
import { CHANGED_TAGS, CODINGS } from '../../../http/negotiation.ts';
import { filled } from '../../../openapi/filled.ts';
import { MAX_ERRORS } from '../../../operation/check.ts';
import { FAILURES } from '../../../operation/failures.ts';
import { FIELD_ERROR_CODES } from '../../../operation/field-error.ts';
import { KEY_DAYS, MAX_KEY_LENGTH, MAX_NEW_KEYS } from '../../../operation/idempotency.ts';
import { REHEARSED_STATUSES } from '../../../operation/rehearsal.ts';
import { REQUEST_MILLISECONDS, UPLOAD_MILLISECONDS } from '../../../request-scope.ts';
import { ALL_FIELDS } from '../../../rest/all-fields.ts';
import { restSpelling } from '../../../rest/rest-spelling.ts';
import { FAILED_REQUEST_DAYS } from '../../../usage/retention.ts';
import { type DocsSource, stageOf, tableRow } from '../page.ts';
import { guideFile } from './guide-files.ts';

const [KIBIBYTE, MEBIBYTE] = [2 ** 10, 2 ** 20];

const LIMITS = {
  ...DOCUMENT_LIMITS,
  bodyMebibytes: MAX_BODY_BYTES / MEBIBYTE,
  bodyLevels: MAX_DEPTH,
  bodyValues: MAX_VALUES,
  uploadSeconds: UPLOAD_MILLISECONDS / 1000,
  requestSeconds: REQUEST_MILLISECONDS / 1000,
  concurrentRequests: IN_WORK.perUser,
  concurrentBodies: LARGE_BODIES.perUser,
  compressedKibibytes: MIN_COMPRESSED / KIBIBYTE,
  locatedCharacters: MAX_CACHED_LENGTH,
  waitSeconds: MAX_WAIT_SECONDS,
  waitingPerUser: DELAYED.perUser,
  waitingKibibytes: MAX_DELAYED_BYTES / KIBIBYTE,
  expiryWarningDays: EXPIRY_WARNING_DAYS,
  overlapHours: ROLL_OVERLAP_HOURS,
  recentMinutes: RECENT_MINUTES,
  failedRequestDays: FAILED_REQUEST_DAYS,
  errors: MAX_ERRORS,
  keyHours: 24 * KEY_DAYS,
  keyLength: MAX_KEY_LENGTH,
  newKeys: MAX_NEW_KEYS,
  responseMebibytes: MAX_RESPONSE_LENGTH / MEBIBYTE,
  valueLength: VALUE_LENGTH,
};

/** The values of a record, each under its name after a word. */
const named = <Value>(
  word: string,
  values: Readonly<Record<string, Value>>,
  print: (value: Value) => string | number,
) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${word} ${name}`, print(value)]),
  );

/** Rows of a table, whose heads are in the guide. */
const rows = <One>(all: readonly One[], cellsOf: (one: One) => readonly string[]) =>
  all.map((one) => tableRow(cellsOf(one))).join('\n');

/** What is the same on every deployment. */
const CONSTANTS = {
  changedTags: CHANGED_TAGS.join(', '),
  codings: CODINGS.join(', '),
  rehearsed: REHEARSED_STATUSES.join(', '),
  ...named('id', DEMO_IDS.products, String),
  'id created': DEMO_IDS.products.camping + 1,
  ...named('limit', LIMITS, (limit) => limit.toLocaleString('en')),
  ...named('code', FAILURES, ({ code }) => code),
  ...named('status', FAILURES, ({ status }) => status),
  isToken: guideFile('scanners/is-token.mjs').toString().trimEnd(),
  failures: rows(Object.values(FAILURES), ({ status, code, message, meaning, reach }) => [
    `\`${code}\` {#${code}}`,
    reach === 'GRAPHQL' ? '' : `\`${status}\``,
    reach === 'GRAPHQL' ? meaning : message,
  ]),
  fieldCodes: rows(Object.entries(FIELD_ERROR_CODES), ([code, meaning]) => [
    `\`${code}\` {#field-${code}}`,
    meaning,
  ]),
};

/** A line for one environment: `{{only test}} …`. */
const ONLY = /^\{\{only (test|live)\}\} (.*)$/gm;

/** Replaces the placeholders in a text, without lines for the other environment. @throws if one is unknown. */
export function createFill({ origin, throttle, versions, isTest }: DocsSource) {
  const version = versions.newest();
  const rest = restSpelling(versions.view(version));
  // The name of a field that the version lacks has no value, so that a guide with it can't be made.
  const fields = [...ALL_FIELDS.keys()].filter(rest.has);
  const { points, windowSeconds } = throttle;
  const environment = isTest ? 'test' : 'live';
  const minutesFor = (creates: number) =>
    Math.ceil(((creates / points) * windowSeconds) / 60);
  const values: Readonly<Record<string, string | number>> = {
    ...CONSTANTS,
    origin,
    version,
    tokenPrefix: tokenPrefix(environment),
    points,
    window: windowSeconds,
    importMinutes: minutesFor(10_000),
    importHours: Math.ceil(minutesFor(100_000) / 60),
    versions: rows(versions.list(), (version) => [
      `\`${version.date}\``,
      stageOf(version),
      version.summary,
    ]),
    ...Object.fromEntries(fields.map((field) => [field, rest.name(field)])),
    ...Object.fromEntries(
      fields.flatMap((field) =>
        Object.entries(rest.values(field) ?? {}).map(([member, value]) => [
          `${field}.${member}`,
          JSON.stringify(value),
        ]),
      ),
    ),
  };
  const shown = (_: string, only: string, text: string) => (only === environment ? text : '');
  return (markdown: string) => filled(markdown.replace(ONLY, shown), (name) => values[name]);
}
