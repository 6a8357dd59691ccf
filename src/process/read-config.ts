// Reads the configuration from the environment, and warns of variables that look misspelled.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import leven from 'leven';
import { VARIABLES } from '../config/variables.ts';
import { type Config, ConfigError, parseConfig } from '../config.ts';
import type { LogMessage } from '../log.ts';

const misspeltWarning = ({ name, meant }: Readonly<Record<'name' | 'meant', string>>) =>
  `Unknown variable ${name}: did you mean ${meant}?` as const;

/** The warnings are for the operator. @throws {ConfigError} with the warnings, which may name the cause */
export function readConfig(variables: NodeJS.ProcessEnv): {
  config: Config;
  warnings: readonly LogMessage[];
} {
  const given = Object.keys(variables).filter((name) => variables[name] !== '');
  const warnings = misspeltVariables(given, Object.keys(VARIABLES)).map(misspeltWarning);
  try {
    return { config: parseConfig({ COMMIT: checkedOutCommit(), ...variables }), warnings };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message, ...warnings].join('\n'));
  }
}

/** What live warns of at startup. Without PUBLIC_ORIGIN, a proxy may provide TLS, for which cookies would be Secure. */
export function missingTls(
  { environment, publicOrigin, isHttps, isLocal }: Config,
  { PUBLIC_ORIGIN }: NodeJS.ProcessEnv,
): LogMessage[] {
  if (environment === 'test' || isHttps || (isLocal && PUBLIC_ORIGIN)) return [];
  return [
    `Live at ${publicOrigin} runs without TLS, so cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`,
  ];
}

/**
 * Short names such as PORT and HOST need an exact match but for case: POST, HOME and PORTS belong to other programs.
 */
const LETTERS_PER_EDIT = 5;
const MAX_EDITS = 2;

/** The names with up to two typos in a long variable that isn't set itself, each with that variable. */
export function misspeltVariables(given: readonly string[], known: readonly string[]) {
  const isClose = (name: string, meant: string) =>
    !given.includes(meant) &&
    leven(name, meant, { maxDistance: MAX_EDITS + 1 }) <=
      Math.min(MAX_EDITS, Math.floor(meant.length / LETTERS_PER_EDIT));
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => isClose(name.toUpperCase(), one));
      return meant ? [{ name, meant }] : [];
    });
}

const GIT = join(import.meta.dirname, '../../.git');
const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit of a git checkout, read without git; undefined if there is none or its references are packed. */
function checkedOutCommit(): string | undefined {
  try {
    const head = read('HEAD');
    const commit = head.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head;
    return COMMIT.test(commit) ? commit : undefined;
  } catch {
    return undefined;
  }
}

const read = (name: string) => readFileSync(join(GIT, name), 'utf8').trim();
