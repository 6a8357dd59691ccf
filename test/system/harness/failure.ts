// A failure that the harness must find, and the suite that finds it.
import type { Plant } from './plants.ts';

export interface Failure {
  readonly name: string;
  /** The suite that finds it. */
  readonly suite: string;
  /** The version under test, on a service with the rehearsed release; if undefined, only the released one. */
  readonly version: 'older' | 'newer' | undefined;
  /** The aspect of the finding. */
  readonly aspect: RegExp;
  /** No command of the smallest case is as long as this. */
  readonly longest: number;
  readonly plant: Plant;
}

type Row = readonly [aspect: RegExp, plant: Plant];

/** The failures that one suite finds, in cases whose commands are all shorter than `longest`. */
export const foundBy = (
  suite: string,
  longest: number,
  failures: Readonly<Record<string, Row>>,
  version?: Failure['version'],
): Failure[] =>
  Object.entries(failures).map(([name, [aspect, plant]]) => ({
    suite,
    longest,
    version,
    name,
    aspect,
    plant,
  }));
