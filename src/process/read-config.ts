// Reads the configuration from the environment, with warnings of variables that look misspelt.
import { type Config, ConfigError, parseConfig, VARIABLES } from '../config.ts';
import { misspeltVariables } from './misspelt-variables.ts';

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
