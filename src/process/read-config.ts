// Reads the configuration from the environment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, parseConfig } from '../config.ts';
import type { LogMessage } from '../log.ts';

/** @throws {ConfigError} */
export const readConfig = (variables: NodeJS.ProcessEnv): Config =>
  parseConfig({ COMMIT: checkedOutCommit(), ...variables });

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
