// Checks one answer: its headers, and its content against the expected answer.
import type { AnsweredCall, Surface } from '../calls/call.ts';
import { isThrottled, retryAfterSeconds } from '../calls/client.ts';
import { sameJson } from '../calls/json-text.ts';
import { spelled } from '../contract/field-path.ts';
import type { Envelope } from '../contract/rest-contract.ts';
import { type ErrorList, EXPECTED_FAILURES, type ExpectedAnswer } from '../expect/expected-answer.ts';
import { callerHeaderFault } from './caller-headers.ts';
import { Finding, SURFACE_TITLES, shown } from './finding.ts';
import type { ObservedAnswer } from './observed-answer.ts';

export const VERSION_HEADER = 'X-API-Version';
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Throws a finding for the first fault of an answer. */
export function throwFirstFault([fault]: readonly string[], answered: AnsweredCall): void {
  if (fault === undefined) return;
  // Values follow a colon; they are no part of the aspect.
  const aspect = `${SURFACE_TITLES[answered.surface]} answer, ${fault.split(': ')[0]}`;
  throw new Finding(aspect, fault, [answered], answered.surface);
}

/** The headers of every answer: the version, those of its caller, and Retry-After with a throttled one. */
export function checkHeaders(answered: AnsweredCall): void {
  const { surface, headers } = answered;
  const version = headers.get(VERSION_HEADER);
  if (version === null || !DATE.test(version))
    throw new Finding(`${VERSION_HEADER} on ${surface}`, version ?? 'missing', [answered], surface);
  const [name, detail] = callerHeaderFault(answered) ?? [];
  if (name) throw new Finding(`${name} on ${surface}`, detail ?? '', [answered], surface);
  if (!isThrottled(answered) || retryAfterSeconds(answered) !== undefined) return;
  const text = headers.get('retry-after') ?? 'missing';
  throw new Finding(`Retry-After on ${surface}`, `${text}, not a whole number of seconds`, [answered], surface);
}

/** An expected error as the surface spells it. */
export interface ListedError {
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  /** Texts that the message must contain. */
  readonly mentions: readonly string[];
}

/** `envelope` is that of the input, if the operation has one. */
export function checkAnswer(
  observed: ObservedAnswer,
  expected: ExpectedAnswer,
  answered: AnsweredCall,
  envelope?: Envelope,
): void {
  const { surface } = answered;
  if (observed.kind !== expected.kind) {
    const wanted = expected.kind === 'invalid' ? listedErrors(expected, surface, envelope) : undefined;
    const detail = `expected ${described(expected.kind, wanted)}, got ${described(observed.kind, observed.errors)}`;
    throw new Finding(`${SURFACE_TITLES[surface]} result`, detail, [answered], surface);
  }
  if (expected.kind === 'ok') return;
  if (expected.kind === 'invalid') {
    if (expected.listedIn) checkList(observed, expected.listedIn, answered);
    checkErrors(observed, listedErrors(expected, surface, envelope), answered);
  } else {
    checkSentence(observed, EXPECTED_FAILURES[expected.kind].message, answered);
  }
}

type ErrorName = Pick<ListedError, 'variable' | 'field' | 'code'>;

/** Errors as lines such as `$input title REQUIRED`. */
const linesOf = (errors: readonly ErrorName[]): string[] =>
  errors.map(({ variable, field, code }) =>
    [...(variable === undefined ? [] : [`$${variable}`]), field, code].filter((part) => part !== '').join(' '),
  );

const described = (kind: string, errors: readonly ErrorName[] | undefined) =>
  errors ? `${kind} ${shown(linesOf(errors))}` : kind;

const listedErrors = (
  { errors, listedIn }: Extract<ExpectedAnswer, { kind: 'invalid' }>,
  surface: Surface,
  envelope: Envelope | undefined,
): ListedError[] =>
  errors.map(({ path, code, mentions }) => ({
    ...(listedIn === 'variables' && { variable: 'input' }),
    field: spelled(path, surface, envelope),
    code,
    mentions: mentions?.[surface] ?? [],
  }));

/** The answer to HEAD has no body, so no sentence. */
function checkSentence({ message }: ObservedAnswer, wanted: string | undefined, answered: AnsweredCall): void {
  const { surface, call } = answered;
  if (wanted === undefined || message === wanted || call.method === 'HEAD') return;
  const detail = `expected ${shown(wanted)}, got ${shown(message)}`;
  throw new Finding(`${SURFACE_TITLES[surface]} sentence of a failure`, detail, [answered], surface);
}

const LISTS: Readonly<Record<ErrorList, string>> = {
  payload: 'the payload of the mutation (D35)',
  variables: 'extensions.errors, each with its `variable` (D36)',
  request: 'extensions.errors, without `variable`',
};

/** The part of a GraphQL answer with the errors; for variables it is one error, and there is no data. */
export function checkList({ listedIn, errors }: ObservedAnswer, wanted: ErrorList, answered: AnsweredCall): void {
  const { surface, json } = answered;
  if (listedIn !== wanted) {
    const got = listedIn ? LISTS[listedIn] : 'no list';
    const detail = `expected in ${LISTS[wanted]}, got in ${got}: ${shown(linesOf(errors ?? []))}`;
    throw new Finding('GraphQL place of errors', detail, [answered], surface);
  }
  if (wanted !== 'variables') return;
  const { data, errors: all = [] } = json as { data?: unknown; errors?: unknown[] };
  if (data === undefined && all.length === 1) return;
  const detail = `expected one error and no data, got ${all.length} and ${shown(data)}`;
  throw new Finding('GraphQL answer to variables of the wrong type', detail, [answered], surface);
}

/** The errors in their order, with their codes; then the texts of their messages. */
export function checkErrors(
  { errors = [] }: ObservedAnswer,
  wanted: readonly ListedError[],
  answered: AnsweredCall,
): void {
  const { surface } = answered;
  const title = SURFACE_TITLES[surface];
  const [expected, got] = [linesOf(wanted), linesOf(errors)];
  if (!sameJson(expected, got)) {
    const aspect = sameJson(expected.toSorted(), got.toSorted()) ? 'order of errors' : 'errors';
    throw new Finding(`${title} ${aspect}`, `expected ${shown(expected)}, got ${shown(got)}`, [answered], surface);
  }
  for (const [index, { field, mentions }] of wanted.entries()) {
    const message: unknown = errors[index]?.message;
    const isText = typeof message === 'string' && message !== '';
    const missing = isText ? mentions.find((text) => !message.toLowerCase().includes(text.toLowerCase())) : 'a text';
    if (missing === undefined) continue;
    const detail = `${shown(message)} at ${field} does not contain ${shown(missing)}`;
    throw new Finding(`${title} message of an error`, detail, [answered], surface);
  }
}
