// Counts and times each request and the operations that it ran, once, when its response is ready.
import { Counter, Histogram, type Registry } from 'prom-client';
import { type Answered, type Exchange, failureCode } from '../gate/exchange.ts';
import type { Outcome } from '../operation/context.ts';
import { FAILURES } from '../operation/failure.ts';
import { isRehearsed } from '../operation/rehearsal.ts';

/** Seconds: from a read of one product to the bound of a request while the database is down. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The status of a request whose client went away before its response was ready; no class such as 4xx has it. */
const ABORTED = 'aborted';
/** The operation of a GraphQL request that ran different ones. */
const SEVERAL = 'several';
/** The outcome of an operation without a failure. */
const DONE = 'DONE';

export function registerRequests(registry: Registry) {
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response of a request was ready.',
    labelNames: ['surface', 'operation', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose connection ended before the whole response was sent.',
    labelNames: ['surface'],
    registers,
  });
  const operations = new Counter({
    name: 'owner_api_operations_total',
    help: `Operations by outcome: ${DONE}, or the code of the failure.`,
    labelNames: ['surface', 'operation', 'outcome'],
    registers,
  });
  const replays = new Counter({
    name: 'owner_api_operations_replayed_total',
    help: 'Operations that were answered from an earlier request with the same idempotency key; they are done, too.',
    labelNames: ['surface', 'operation'],
    registers,
  });
  const failed = new Counter({
    name: 'owner_api_failed_requests_total',
    help: 'Requests that were refused or failed, by the code of the first failure; on GraphQL also with status 200.',
    labelNames: ['surface', 'code'],
    registers,
  });
  const failedAuthentications = new Counter({
    name: 'owner_api_failed_authentications_total',
    help: `Requests without a valid token; ${FAILURES.throttled.code}: their address had sent too many of them.`,
    labelNames: ['surface', 'code'],
    registers,
  });

  return ({ signal }: Request, exchange: Exchange, { surface, status, milliseconds }: Answered) => {
    if (isRehearsed(exchange.rehearsal)) return;
    const isAborted = signal.aborted;
    const { outcomes } = exchange;
    // A body that breaks off fails its operation, which does not count.
    const counted = isAborted ? outcomes.filter(({ failure }) => !failure) : outcomes;
    for (const { operation, failure, isReplay } of counted) {
      operations.inc({ surface, operation, outcome: outcomeLabel(failure) });
      if (isReplay) replays.inc({ surface, operation });
    }
    const labels = { surface, operation: operationLabel(outcomes), status: isAborted ? ABORTED : String(status) };
    durations.observe(labels, milliseconds / 1_000);
    if (isAborted) return aborted.inc({ surface });
    signal.addEventListener('abort', () => aborted.inc({ surface }));
    const code = failureCode(exchange, status);
    if (!code) return;
    failed.inc({ surface, code });
    if (isUnauthenticated(exchange)) failedAuthentications.inc({ surface, code });
  };
}

/** Empty if no operation ran. */
function operationLabel([first, ...others]: readonly Outcome[]): string {
  if (!first) return '';
  return others.every(({ operation }) => operation === first.operation) ? first.operation : SEVERAL;
}

const outcomeLabel = (failure: Outcome['failure']): string => (failure ? FAILURES[failure.kind].code : DONE);

/** A failure of the database does not count. */
const isUnauthenticated = ({ admission }: Exchange): boolean =>
  admission?.failure?.kind === 'unauthenticated' || (!admission?.caller && admission?.failure?.kind === 'throttled');
