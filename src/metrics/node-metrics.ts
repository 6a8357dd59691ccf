// What a node knows of itself: usage that is not written, ids and versions that end, and why requests were answered 503.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Versions } from '../operation/versions.ts';

export interface NodeState {
  readonly usage: { readonly writtenTo: number; readonly dropped: number };
  readonly versions: Pick<Versions, 'list'>;
}

/** All are read at each scrape; `unavailable` and `idsUsed` are told as they are found. */
export function registerNode({ usage, versions }: NodeState, registry: Registry) {
  const registers = [registry];
  new Gauge({
    name: 'owner_api_usage_unwritten_seconds',
    help: 'How long ago usage was written whole; some 5 s while the database takes it.',
    registers,
    collect() {
      this.set((Date.now() - usage.writtenTo) / 1_000);
    },
  });
  new Counter({
    name: 'owner_api_usage_dropped_total',
    help: 'Counts of usage, last uses and refused requests that are lost.',
    registers,
    collect() {
      this.reset();
      this.inc(usage.dropped);
    },
  });
  new Gauge({
    name: 'owner_api_version_sunset_timestamp_seconds',
    help: 'When a usable version ends, in seconds since 1970; absent for a version without an end.',
    labelNames: ['version'],
    registers,
    collect() {
      this.reset();
      for (const { date, stage, sunsetAt } of versions.list())
        if (sunsetAt && stage !== 'sunset') this.set({ version: date }, sunsetAt.getTime() / 1_000);
    },
  });
  const ids = new Gauge({
    name: 'owner_api_ids_used_ratio',
    help: 'The part of the ids of a table that is used, from 0 to 1; looked up a minute after the start, then daily.',
    labelNames: ['sequence'],
    registers,
  });
  const unavailable = new Counter({
    name: 'owner_api_unavailable_requests_total',
    help: 'Requests that were answered 503, by the cause that the log names.',
    labelNames: ['cause'],
    registers,
  });
  return {
    idsUsed: (sequence: string, used: number) => ids.set({ sequence }, used),
    unavailable: (cause: string) => unavailable.inc({ cause }),
  };
}
