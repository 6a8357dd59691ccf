// Runs the harness in the process of a test's app, without sockets.
import type { TestApp } from '../../support/app.ts';
import type { Report } from './report.ts';
import { type HarnessOptions, runHarness } from './run-harness.ts';

type Given = Pick<HarnessOptions, 'cases' | 'seed'> & Omit<Partial<HarnessOptions>, 'fetch'>;

/** `send` receives the requests instead of the app. */
export const runInProcess = (
  { app, owner, rival }: Pick<TestApp, 'app' | 'owner' | 'rival'>,
  given: Given,
  send = (request: Request) => app.fetch(request),
): Promise<Report> =>
  runHarness({
    url: 'http://localhost',
    token: owner.token,
    rivalToken: rival.token,
    fetch: async (url, init) => send(new Request(url, init)),
    ...given,
  });
