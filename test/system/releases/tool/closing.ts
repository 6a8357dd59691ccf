// What to delete when a version has ended for good: each change of the next release, and whether it may be deleted
// now.
import {
  type Change,
  type ChangeKind,
  type ChangeOf,
  kindOf,
  stepsOf,
  subjectOf,
} from '../../../../src/operation/change-kinds.ts';
import type { Release } from '../../../../src/operation/release-changes.ts';
import { releaseNotes } from '../../../../src/rest/release-notes.ts';
import { atLastRelease } from '../../../../src/rest/releases.ts';

/** Whether lines may be deleted now; a change that stays costs only its line. */
type Advice = readonly ['delete' | 'stays', what: string];

const goes = (what: string): Advice => ['delete', what];
const stays = (what: string): Advice => ['stays', what];

/** Every kind; `isChangedLater`: a later release has another change of the same property. */
const ADVICE: {
  readonly [Kind in ChangeKind]: (change: ChangeOf<Kind>, isChangedLater: boolean) => Advice;
} = {
  renamed: () => stays('the entry is absolute, and no code is left for the old name'),
  withdrawn: ({ withdrawn }) =>
    goes(
      OF_ONE_INPUT.test(withdrawn)
        ? `the change, once ${fieldOf(withdrawn)} is left out of the shape of that input; the field stays`
        : `the change, ${fieldOf(withdrawn)} in its shape and in the tests, and its row of the harness; its column has @ignore until the next deployment drops it`,
    ),
  added(change, isChangedLater) {
    if (isChangedLater)
      return stays('a later version withdrew the field, and its creates store `older`');
    return 'optional' in change
      ? goes('the change: every version that is left has the field')
      : stays('the entry requires the field; keep the default of its column, which bundles get');
  },
  required: ({ required }) =>
    stays(`stored rows may be without it: a read answers null, which an update may send back. To delete it, migrate
     the rows (UPDATE … WHERE ${columnOf(required)} IS NULL), make the column NOT NULL, and require the field in its shape`),
  values: () => stays('the entry is absolute, and no code is left for the old values'),
  member: ({ value }) => stays(`to delete it, give ${value} a value in WIRE_ENUMS of rest/wire.ts`),
  type: () => stays('the codec is the place of the type'),
  limit({ limit, was, is }) {
    const isTighter =
      (is.min ?? -Infinity) > (was.min ?? -Infinity) ||
      (is.max ?? Infinity) < (was.max ?? Infinity);
    return isTighter
      ? stays(`stored rows may break it: answers are documented with the former limit. To delete it, migrate the rows of
     ${columnOf(limit)} and its check constraint, then write the limit into the shape`)
      : goes(
          `the change, once its limit is written into the shape of ${fieldOf(limit)}: no row breaks it`,
        );
  },
  default: (change, isChangedLater) =>
    isChangedLater
      ? stays('a later release changes it again')
      : goes(`the change, once ${change.is} is written into the defaults of the operation`),
  endpointWithdrawn: ({ endpointWithdrawn }) =>
    goes(
      `the change, and ${endpointWithdrawn} with its rows, fields, documents, examples and tests`,
    ),
  endpointAdded: () => goes('the change: every version that is left has the endpoint'),
};

/** A field of one input, such as `CreateProduct.archived`. */
const OF_ONE_INPUT = /^(?:Create|Update)[A-Z]/;

const fieldOf = (subject: string) => subject.split('.')[1];
const columnOf = (subject: string) =>
  fieldOf(subject)?.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The list for a version that has ended; the changes are those of the release after it. */
export function closingOf(releases: readonly Release[], ended: string): string {
  const next = releases.find(({ date }) => date > ended);
  if (!next) return '';
  const later = releases.filter(({ date }) => date > next.date).flatMap(({ changes }) => changes);
  const notes = releaseNotes(atLastRelease(releases), next.date);
  const lines = next.changes.map((change, index) => {
    const isChangedLater = later.some(
      (one) => subjectOf(one) === subjectOf(change) && shareStep(one, change),
    );
    const advise = ADVICE[kindOf(change)] as (change: Change, isChangedLater: boolean) => Advice;
    const [word, what] = advise(change, isChangedLater);
    return `  ${word.padEnd('delete'.length)}  ${notes[index]?.sentence}\n          ${what}`;
  });
  return `${ended} has ended. The changes of ${next.date}, which followed it:\n\n${lines.join('\n')}\n\n${AFTER}`;
}

const shareStep = (a: Change, b: Change) =>
  Object.keys(stepsOf(a)).some((name) => name in stepsOf(b));

const AFTER = `Then isClosed: true in the entry of the version that has ended, npm run schema, npm run record, npm test. The days
of the entries stay; a version that is closed is recorded as the code has it, for the tests that are written in its names.`;
