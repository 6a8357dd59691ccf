// The process: starts the service, which runs until a stop request.
import { endProcess } from './process/end-process.ts';
import { standardError, standardOutput } from './process/output.ts';
import { watchStopRequests } from './process/stop-requests.ts';

// Loads everything else afterwards, so that a signal or the end of npm takes effect during the load.
const onStoppable = watchStopRequests(
  process.env.npm_lifecycle_event === 'start' ? process.ppid : undefined,
);

async function fail(error: unknown) {
  standardError.write(await lastLine(error));
  await endProcess(1);
}

/** Writing the line imports packages, which may be what failed; the last resort uses nothing. */
async function lastLine(error: unknown): Promise<string> {
  const { message, stack } = Object(error) as Error;
  if (message?.startsWith('Cannot find package '))
    return `${message}\nRun \`npm ci\` first.\n`;
  try {
    const { fatalLine } = await import('./process/fatal-error.ts');
    return fatalLine(error);
  } catch {
    return `${stack ?? error}\n`;
  }
}

process.on('uncaughtException', fail);

/** Without their values, which may be secrets. */
const NO_ARGUMENTS =
  'The service takes no arguments. Variables set everything, as in `PORT=5101 npm start`; ' +
  '.deploy/configure.md lists them.';

try {
  // Loaded together: when an error ends the process, a later release may already have replaced the files.
  const [{ runService }, { UsageError }] = await Promise.all([
    import('./process/run-service.ts'),
    import('./process/fatal-error.ts'),
  ]);
  if (process.argv.length > 2) throw new UsageError(NO_ARGUMENTS);
  // Printed last, because someone may send a signal as soon as it appears.
  standardOutput.write(await runService(process.env, onStoppable));
} catch (error) {
  await fail(error);
}
