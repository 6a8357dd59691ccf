// The connections to the PostgreSQL server and the requests that wait for one, read from the pool at each scrape.
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

export function registerConnections(pool: Pool, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'owner_api_database_connections',
    help: 'Open connections to the database, by state: active or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'owner_api_database_connections_max',
    help: 'The most connections of this node: connection_limit of DATABASE_URL.',
    registers,
  }).set(pool.options.max);
  new Gauge({
    name: 'owner_api_database_connections_pending',
    help: 'Queries and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
