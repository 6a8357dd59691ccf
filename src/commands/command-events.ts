// The security events of a command: who ran it is the account of the operating system.
import { userInfo } from 'node:os';
import { type Tell, tellEvents } from '../accounts/security-events.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../process/logger.ts';

export async function commandEvents({ logLevel }: Pick<Config, 'logLevel'>): Promise<Tell> {
  return tellEvents(await createLogger(logLevel), { through: 'command', owner: processOwner() });
}

/** The name of the account, or its number where it has no name, as in many containers. */
function processOwner(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
