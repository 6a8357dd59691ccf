// Runs the commands that its parent sends one after the other, each as if it had the process: their modules are loaded once.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { SentCommand } from './commands-in-turn.ts';

const root = join(import.meta.dirname, '../..');
const { env } = process;
let count = 0;

process.setMaxListeners(0);
process.on('disconnect', () => process.exit());
process.on('message', async ({ script, args, variables, input, end }: SentCommand) => {
  process.env = { ...env, ...variables };
  process.argv = [process.execPath, join(root, script), ...args];
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', { value: Readable.from(input ? [input] : []), configurable: true });
  // A module runs once for each address.
  await import(`${join(root, script)}?${count++}`).catch((error: unknown) => {
    process.exitCode = 1;
    process.stderr.write(String(error));
  });
  process.stdout.write(end);
  process.stderr.write(end);
  process.send?.(process.exitCode);
});
