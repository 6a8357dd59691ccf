// Reads the configuration from the environment, with warnings of variables that look misspelt.
import { type Config, ConfigError, parseConfig, VARIABLES } from '../config.ts';

/** The warnings are sentences for the operator. @throws {ConfigError} with the warnings, which may name the cause */
export function readConfig(variables: NodeJS.ProcessEnv): { config: Config; warnings: readonly string[] } {
  const given = Object.keys(variables).filter((name) => variables[name] !== '');
  const warnings = misspeltVariables(given, Object.keys(VARIABLES)).map(
    ({ name, meant }) => `The variable ${name} is not one of the service, which has ${meant}: is it misspelt?`,
  );
  try {
    return { config: parseConfig(variables), warnings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message, ...warnings].join('\n'));
  }
}

/** Short names such as PORT and HOST may differ in case alone: POST, HOME and PORTS are variables of other programs. */
const LETTERS_PER_EDIT = 5;
const MAX_EDITS = 2;

/** The names that are close to a known one which is not set, each with the known one. */
export function misspeltVariables(given: readonly string[], known: readonly string[]) {
  const unset = known.filter((name) => !given.includes(name));
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [nearest] = unset
        .map((meant) => ({ name, meant, edits: editsBetween(name.toUpperCase(), meant) }))
        .filter(({ meant, edits }) => edits <= Math.min(MAX_EDITS, Math.floor(meant.length / LETTERS_PER_EDIT)))
        .toSorted((a, b) => a.edits - b.edits);
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

/** Letters added, left out, changed, or exchanged with the next one (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = at(row, j - 1) + (isSame ? 0 : 1);
      const exchanged = isExchanged ? at(before, j - 2) + 1 : changed;
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, changed, exchanged));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
