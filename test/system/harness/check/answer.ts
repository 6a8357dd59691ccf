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

const SURFACE_TITLES: Readonly<Record<Surface, string>> = {
  rest: 'REST',
  graphql: 'GraphQL',
};

/** The finding of a wrong response; its aspect begins with the API. */
export const findingIn = (answered: AnsweredCall, aspect: string, detail: string) =>
  new Finding(`${SURFACE_TITLES[answered.surface]} ${aspect}`, detail, answered);

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

/** Throws a finding if a part of a response is not the wanted one. */
export function expectIn(
  answered: AnsweredCall,
  aspect: string,
  got: unknown,
  wanted: unknown,
): void {
  expectSame(`${SURFACE_TITLES[answered.surface]} ${aspect}`, got, wanted, answered);
}

/** Throws a finding for the first error of a response. */
export function throwFirstFailure(
  [failure]: readonly string[],
  answered: AnsweredCall,
): void {
  if (failure === undefined) return;
  // Values follow a colon; they don't belong to the aspect.
  throw findingIn(answered, `response, ${failure.split(': ')[0]}`, failure);
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
  const wanted =
    expected.kind === 'invalid'
      ? listedErrors(expected, answered.surface, envelope)
      : undefined;
  if (observed.kind !== expected.kind) {
    const detail = `expected ${described(expected.kind, wanted)}, got ${described(observed.kind, observed.errors)}`;
    throw findingIn(answered, 'result', detail);
  }
  if (expected.kind === 'ok') return;
  if (expected.kind === 'invalid') {
    if (expected.listedIn) checkList(observed, expected.listedIn, answered);
    checkErrors(observed, wanted ?? [], answered);
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
  if (wanted === undefined || answered.call.method === 'HEAD') return;
  expectIn(answered, 'error message', message, wanted);
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
    throw findingIn(answered, 'location of errors', detail);
  }
  if (wanted !== 'variables') return;
  const { data, errors: all = [] } = json as { data?: unknown; errors?: unknown[] };
  if (data === undefined && all.length === 1) return;
  const detail = `expected one error and no data, got ${all.length} and ${shown(data)}`;
  throw findingIn(answered, 'response to variables of the wrong type', detail);
}

/** The errors in order, with their codes; then the strings in their messages. */
function checkErrors(
  { errors = [] }: ObservedAnswer,
  wanted: readonly ListedError[],
  answered: AnsweredCall,
): void {
  const [expected, got] = [linesOf(wanted), linesOf(errors)];
  const isReordered = sameJson(expected.toSorted(), got.toSorted());
  expectIn(answered, isReordered ? 'order of errors' : 'errors', got, expected);
  for (const [index, { field, mentions }] of wanted.entries()) {
    const message: unknown = errors[index]?.message;
    const isText = typeof message === 'string' && message !== '';
    const missing = isText
      ? mentions.find((text) => !message.toLowerCase().includes(text.toLowerCase()))
      : 'a text';
    if (missing === undefined) continue;
    const detail = `${shown(message)} at ${field} does not contain ${shown(missing)}`;
    throw findingIn(answered, 'message of an error', detail);
  }
}
