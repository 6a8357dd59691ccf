// The steps of a subject across releases: each begins where the previous one ended, and the code has one of their
// values.
import { isDeepStrictEqual } from 'node:util';
import {
  type Change,
  stepsOf as stepsOfChange,
  subjectOf,
} from '../../../src/operation/change-kinds.ts';
import type { Release } from '../../../src/operation/release-changes.ts';
import { propertiesOfCode } from './code-subjects.ts';

interface Entry {
  readonly date: string;
  readonly change: Change;
}

interface Step {
  readonly key: string;
  readonly subject: string;
  readonly name: string;
  readonly date: string;
  readonly was: unknown;
  readonly is: unknown;
}

const stepsOf = ({ date, change }: Entry): Step[] =>
  Object.entries(stepsOfChange(change)).map(([name, { was, is }]) => {
    const subject = subjectOf(change);
    return { key: `${subject} ${name}`, subject, name, date, was, is };
  });

/** Where a step doesn't connect to the next one. */
const NO_STATES = ['older', 'value', 'description', 'restDescription'];

export const chainFindings = (
  entries: readonly Entry[],
  releases: readonly Release[],
): string[] =>
  [...Map.groupBy(entries.flatMap(stepsOf), ({ key }) => key).values()].flatMap((steps) =>
    findingsOfSteps(steps, releases),
  );

function findingsOfSteps(steps: readonly Step[], releases: readonly Release[]): string[] {
  const [{ subject, name, date } = { subject: '', name: '', date: '' }] = steps;
  if (NO_STATES.includes(name)) return [];
  const broken = steps.slice(1).flatMap((step, index) => {
    const before = steps[index];
    const place = `${step.date}: ${subject}, ${name}`;
    if (step.date === before?.date)
      return [`${place} is changed twice in one release: make one change of the two`];
    return isDeepStrictEqual(
      name === 'values' ? ofMembers(step.was, before?.is) : step.was,
      before?.is,
    )
      ? []
      : [
          `${place} was ${print(before?.is)} since ${before?.date}, and the entry says ${print(step.was)}`,
        ];
  });
  const code = propertiesOfCode(subject, releases);
  const values = steps.flatMap(({ was, is }) => [was, is]);
  // A list or string without a minimum length has 0.
  const isOfChain =
    !(name in code) ||
    values.some(
      (one) =>
        isDeepStrictEqual(one, code[name]) ||
        (name === 'min' && one === 0 && code.min === undefined),
    );
  return isOfChain
    ? broken
    : [
        ...broken,
        `${date}: ${subject}, ${name} is ${print(code[name])} in the code, and the entry says ${print(steps[0]?.was)}`,
      ];
}

/** The values of earlier members, without those that a release has added since. */
const ofMembers = (values: unknown, before: unknown) =>
  Object.fromEntries(
    Object.entries(values as object).filter(([member]) => member in (before as object)),
  );

const print = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
