// Work on the database that goes on after the answer to its request, which does not wait for it; a stop does.
import { REQUEST_MILLISECONDS, withDeadline } from './deadline.ts';
import { withoutRequest } from './request-scope.ts';

export interface Afterwards {
  /** The callers bound how much is under way: it has a deadline, but no limit. */
  begin(work: () => Promise<void>): void;
  finished(): Promise<unknown>;
}

export function createAfterwards(onError: (error: unknown) => void): Afterwards {
  const underWay = new Set<Promise<void>>();
  return {
    begin(work) {
      const done = withoutRequest(() => withDeadline(REQUEST_MILLISECONDS, work))
        .catch(onError)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    finished: () => Promise.all(underWay),
  };
}
