// GraphQL has one schema for all usable versions: on no day does it break what a usable version's document could send
// (D46).
import { CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { expect, test } from 'vitest';
import { schemaOf } from '../../../src/graphql/schema.ts';
import { RELEASES } from './code/releases.ts';
import { rehearsedOn } from './rehearsal.ts';

const DAY_MILLISECONDS = 86_400_000;
const ALWAYS = rehearsedOn('9999-12-31');

/** The day before, of and after each begin and end. */
const days = RELEASES.flatMap(({ date }) => [
  new Date(date),
  ALWAYS.lifecycle(date).sunsetAt ?? [],
])
  .flat()
  .flatMap((day) => [-1, 0, 1].map((shift) => new Date(+day + shift * DAY_MILLISECONDS)));

/** What breaks documents without deprecated fields: those of a client of the first schema's latest version. */
async function breaks(...schemas: Parameters<typeof diff>): Promise<string[]> {
  const [released, current] = schemas;
  const changes = await diff(released, current, [DiffRule.suppressRemovalOfDeprecatedField]);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

test.each(RELEASES)(
  'the schema of $date stays on the day before, of and after each begin and end, while it is usable',
  async ({ date }) => {
    const { sunsetAt } = ALWAYS.lifecycle(date);
    const usable = days.filter(
      (day) => day >= new Date(date) && (!sunsetAt || day < sunsetAt),
    );
    expect(usable.length).toBeGreaterThan(1);
    const released = schemaOf(rehearsedOn(date));
    for (const day of usable)
      expect(await breaks(released, schemaOf(rehearsedOn(() => day))), `${day}`).toEqual([]);
  },
);
