// The process: requests to stop are heard before anything is loaded, then the service runs until one comes.
import type { Stop } from './process/run-service.ts';
import { watchStopRequests } from './process/stop-requests.ts';

// Until the service listens there is nothing to finish: its writes by then are whole or absent.
let stop: Stop = () => process.exit(0);
watchStopRequests(process.env.npm_lifecycle_event === 'start', (request) => stop(request));

async function fail(error: unknown): Promise<void> {
  const { fatalErrorText } = await import('./process/fatal-error.ts');
  process.stderr.write(fatalErrorText(error));
  process.exit(1);
}

try {
  const { runService } = await import('./process/run-service.ts');
  stop = await runService(process.env, fail);
} catch (error) {
  await fail(error);
}
