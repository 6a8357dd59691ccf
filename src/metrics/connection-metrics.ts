// The connections to the PostgreSQL server and the requests that wait for one, read at each scrape.
import { Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../database/connection.ts';

export function registerConnections(counts: () => ConnectionCounts, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'owner_api_database_connections',
    help: 'Open connections to the database, by state: active or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { active, idle } = counts();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'active' }, active);
    },
  });
  new Gauge({
    name: 'owner_api_database_connections_max',
    help: 'The most connections of this node: connection_limit of DATABASE_URL.',
    registers,
  }).set(counts().max);
  new Gauge({
    name: 'owner_api_database_connections_pending',
    help: 'Queries and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(counts().pending);
    },
  });
}
