// The process: starts the service, which runs until a request to stop.
import { watchStopRequests } from './process/stop-requests.ts';

// Everything else is loaded afterwards, so that a signal or the end of npm during the load has its effect.
const onStoppable = watchStopRequests(process.env.npm_lifecycle_event === 'start' ? process.ppid : undefined);

async function fail(error: unknown): Promise<void> {
  const { fatalLine } = await import('./process/fatal-error.ts');
  process.stderr.write(fatalLine(error));
  process.exit(1);
}

process.on('uncaughtException', fail);

try {
  if (process.argv.length > 2) {
    const { answerArguments } = await import('./process/help.ts');
    process.stdout.write(answerArguments(process.argv.slice(2), process.env));
    process.exit();
  }
  const { runService } = await import('./process/run-service.ts');
  // Printed last: a person may send a signal as soon as it is there.
  process.stdout.write(await runService(process.env, { onStoppable, onFailed: fail }));
} catch (error) {
  await fail(error);
}
