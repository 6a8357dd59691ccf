// Checks a response against the contract; a violation is a finding.
import { type AnsweredCall, type Surface, sameJson } from '../calls/call.ts';
import type { Envelope } from '../contract/rest-contract.ts';
import { spelled } from '../contract/shape.ts';
import {
  type ErrorList,
  EXPECTED_FAILURES,
  type ExpectedAnswer,
  type ExpectedFailure,
  type InvalidAnswer,
} from '../expect/expected-answer.ts';
import type { ObservedAnswer, ObservedError, SentOne } from './observed-answer.ts';

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
export function throwFirstFailure([failure]: Iterable<string>, answered: AnsweredCall): void {
  if (failure === undefined) return;
  // Values follow a colon; they don't belong to the aspect.
  throw findingIn(answered, `response, ${failure.split(': ')[0]}`, failure);
}

/** `envelope` is the input's wrapper object, if the operation has one. */
export function checkAnswer(
  { observed, answered }: SentOne,
  expected: ExpectedAnswer,
  envelope?: Envelope,
): void {
  const wanted =
    expected.kind === 'invalid' ? linesOf(expected, answered.surface, envelope) : [];
  const got = (observed.errors ?? []).map(lineOf);
  if (observed.kind !== expected.kind) {
    const detail = `expected ${described(expected.kind, wanted)}, got ${described(observed.kind, got)}`;
    throw findingIn(answered, 'result', detail);
  }
  if (expected.kind === 'invalid') {
    if (expected.listedIn) checkList(observed, expected.listedIn, answered);
    const isReordered = sameJson(wanted.toSorted(), got.toSorted());
    expectIn(answered, isReordered ? 'order of errors' : 'errors', got, wanted);
    checkMentions(observed, expected, answered);
  } else if (expected.kind !== 'ok') {
    checkSentence(observed, expected.kind, answered);
  }
}

type ErrorName = Pick<ObservedError, 'variable' | 'field' | 'code'>;

/** An error as a line such as `$input title REQUIRED`. */
const lineOf = ({ variable, field, code }: ErrorName): string =>
  [variable && `$${variable}`, field, code].filter((part) => part).join(' ');

/** Expected errors as the API spells them. */
const linesOf = (
  { errors, listedIn }: InvalidAnswer,
  surface: Surface,
  envelope: Envelope | undefined,
): string[] =>
  errors.map(({ path, code }) =>
    lineOf({
      ...(listedIn === 'variables' && { variable: 'input' }),
      field: spelled(path, surface, envelope),
      code,
    }),
  );

const described = (kind: string, lines: readonly string[]) =>
  kind === 'invalid' ? `${kind} ${shown(lines)}` : kind;

/** The response to HEAD has no body, and so no message. */
function checkSentence(
  { message }: ObservedAnswer,
  kind: ExpectedFailure,
  answered: AnsweredCall,
): void {
  const wanted = EXPECTED_FAILURES[kind].message;
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
  { listedIn, errors = [] }: ObservedAnswer,
  wanted: ErrorList,
  answered: AnsweredCall,
): void {
  if (listedIn !== wanted) {
    const got = listedIn ? LISTS[listedIn] : 'no list';
    const detail = `expected in ${LISTS[wanted]}, got in ${got}: ${shown(errors.map(lineOf))}`;
    throw findingIn(answered, 'location of errors', detail);
  }
  if (wanted !== 'variables') return;
  const { data, errors: all = [] } = answered.json as { data?: unknown; errors?: unknown[] };
  if (data === undefined && all.length === 1) return;
  const detail = `expected one error and no data, got ${all.length} and ${shown(data)}`;
  throw findingIn(answered, 'response to variables of the wrong type', detail);
}

/** Each message is a text that contains what it must. */
function checkMentions(
  { errors = [] }: ObservedAnswer,
  expected: InvalidAnswer,
  answered: AnsweredCall,
): void {
  for (const [index, { mentions }] of expected.errors.entries()) {
    const { message, field }: Partial<ObservedError> = errors[index] ?? {};
    const isText = typeof message === 'string' && message !== '';
    const missing = isText
      ? mentions?.[answered.surface].find((text) => !includesText(message, text))
      : 'a text';
    if (missing === undefined) continue;
    const detail = `${shown(message)} at ${field} does not contain ${shown(missing)}`;
    throw findingIn(answered, 'message of an error', detail);
  }
}

const includesText = (message: string, text: string) =>
  message.toLowerCase().includes(text.toLowerCase());
