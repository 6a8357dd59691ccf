// Checks a response against the contract; a violation is a finding.
import { type AnsweredCall, type Surface, sameJson } from '../calls/call.ts';
import type { Envelope } from '../contract/rest-contract.ts';
import { spelled } from '../contract/shape.ts';
import {
  type ErrorList,
  EXPECTED_FAILURES,
  type ExpectedAnswer,
  type InvalidAnswer,
} from '../expect/expected-answer.ts';
import type { ObservedAnswer, SentOne } from './observed-answer.ts';

export class Finding extends Error {
  override readonly name = 'Finding';
  /** The violated rule without the case's values: findings with the same aspect count as one. */
  readonly aspect: string;
  /** The calls with wrong responses. */
  readonly calls: readonly AnsweredCall[];

  constructor(aspect: string, detail: string, ...calls: readonly AnsweredCall[]) {
    super(`${aspect}: ${detail}`);
    this.aspect = aspect;
    this.calls = calls;
  }
}

/** The entries of a list header, in lower case and sorted. */
export const listIn = ({ headers }: AnsweredCall, name: string): string[] =>
  (headers.get(name) ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .toSorted();

const MAX_SHOWN_LENGTH = 600;

/** A value in a message, cut if it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN_LENGTH
    ? `${text.slice(0, MAX_SHOWN_LENGTH)}… (${text.length} characters)`
    : text;
}

export const SURFACE_TITLES: Readonly<Record<Surface, string>> = {
  rest: 'REST',
  graphql: 'GraphQL',
};

/** Throws a finding if a value is not the wanted one. */
export function expectSame(
  aspect: string,
  got: unknown,
  wanted: unknown,
  ...calls: readonly AnsweredCall[]
): void {
  if (!sameJson(got, wanted))
    throw new Finding(aspect, `${shown(got)}, not ${shown(wanted)}`, ...calls);
}

/** Throws a finding for the first error of a response. */
export function throwFirstFailure(
  [failure]: readonly string[],
  answered: AnsweredCall,
): void {
  if (failure === undefined) return;
  // Values follow a colon; they don't belong to the aspect.
  const aspect = `${SURFACE_TITLES[answered.surface]} response, ${failure.split(': ')[0]}`;
  throw new Finding(aspect, failure, answered);
}

/** An expected error as the API spells it. */
interface ListedError {
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  /** Strings that the message must contain. */
  readonly mentions: readonly string[];
}

/** `envelope` is the input's wrapper object, if the operation has one. */
export function checkAnswer(
  { observed, answered }: SentOne,
  expected: ExpectedAnswer,
  envelope?: Envelope,
): void {
  const { surface } = answered;
  if (observed.kind !== expected.kind) {
    const wanted =
      expected.kind === 'invalid' ? listedErrors(expected, surface, envelope) : undefined;
    const detail = `expected ${described(expected.kind, wanted)}, got ${described(observed.kind, observed.errors)}`;
    throw new Finding(`${SURFACE_TITLES[surface]} result`, detail, answered);
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
    [...(variable === undefined ? [] : [`$${variable}`]), field, code]
      .filter((part) => part !== '')
      .join(' '),
  );

const described = (kind: string, errors: readonly ErrorName[] | undefined) =>
  errors ? `${kind} ${shown(linesOf(errors))}` : kind;

const listedErrors = (
  { errors, listedIn }: InvalidAnswer,
  surface: Surface,
  envelope: Envelope | undefined,
): ListedError[] =>
  errors.map(({ path, code, mentions }) => ({
    ...(listedIn === 'variables' && { variable: 'input' }),
    field: spelled(path, surface, envelope),
    code,
    mentions: mentions?.[surface] ?? [],
  }));

/** The response to HEAD has no body, and so no message. */
function checkSentence(
  { message }: ObservedAnswer,
  wanted: string | undefined,
  answered: AnsweredCall,
): void {
  const { surface, call } = answered;
  if (wanted === undefined || call.method === 'HEAD') return;
  expectSame(`${SURFACE_TITLES[surface]} error message`, message, wanted, answered);
}

const LISTS: Readonly<Record<ErrorList, string>> = {
  payload: 'the payload of the mutation',
  variables: 'extensions.errors, each with its `variable`',
  request: 'extensions.errors, without `variable`',
};

/** The part of a GraphQL response with the errors; for variables it is one error without data. */
function checkList(
  { listedIn, errors }: ObservedAnswer,
  wanted: ErrorList,
  answered: AnsweredCall,
): void {
  const { json } = answered;
  if (listedIn !== wanted) {
    const got = listedIn ? LISTS[listedIn] : 'no list';
    const detail = `expected in ${LISTS[wanted]}, got in ${got}: ${shown(linesOf(errors ?? []))}`;
    throw new Finding('GraphQL location of errors', detail, answered);
  }
  if (wanted !== 'variables') return;
  const { data, errors: all = [] } = json as { data?: unknown; errors?: unknown[] };
  if (data === undefined && all.length === 1) return;
  const detail = `expected one error and no data, got ${all.length} and ${shown(data)}`;
  throw new Finding('GraphQL response to variables of the wrong type', detail, answered);
}

/** The errors in order, with their codes; then the strings in their messages. */
function checkErrors(
  { errors = [] }: ObservedAnswer,
  wanted: readonly ListedError[],
  answered: AnsweredCall,
): void {
  const { surface } = answered;
  const title = SURFACE_TITLES[surface];
  const [expected, got] = [linesOf(wanted), linesOf(errors)];
  if (!sameJson(expected, got)) {
    const aspect = sameJson(expected.toSorted(), got.toSorted())
      ? 'order of errors'
      : 'errors';
    throw new Finding(
      `${title} ${aspect}`,
      `expected ${shown(expected)}, got ${shown(got)}`,
      answered,
    );
  }
  for (const [index, { field, mentions }] of wanted.entries()) {
    const message: unknown = errors[index]?.message;
    const isText = typeof message === 'string' && message !== '';
    const missing = isText
      ? mentions.find((text) => !message.toLowerCase().includes(text.toLowerCase()))
      : 'a text';
    if (missing === undefined) continue;
    const detail = `${shown(message)} at ${field} does not contain ${shown(missing)}`;
    throw new Finding(`${title} message of an error`, detail, answered);
  }
}
