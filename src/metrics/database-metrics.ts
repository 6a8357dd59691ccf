// The database in the metrics: its connections, its certificate, its disk, the migrations of a start.
import { Gauge, type Registry } from 'prom-client';
import type { Connection } from '../database/connection.ts';

/** Undefined: a server has no disk here, an embedded database no connections. */
export type WatchedDatabase = Pick<Connection, 'connections' | 'disk'>;

type Collect = (gauge: Gauge) => void;

/** All are read at each scrape. */
export function registerDatabase({ connections, disk }: WatchedDatabase, registry: Registry): void {
  const gauge = (name: string, help: string, collect: Collect, labelNames: string[] = []) =>
    new Gauge({
      name: `owner_api_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        collect(this);
      },
    });
  if (disk) {
    gauge('disk_free_bytes', 'Free bytes of the disk of the embedded database.', (free) => free.set(disk().freeBytes));
    gauge('disk_reserve_bytes', 'Free bytes below which writes are refused.', (most) => most.set(disk().reserveBytes));
  }
  if (!connections) return;
  const setStates = (states: Gauge) => {
    const { active, idle } = connections();
    states.set({ state: 'idle' }, idle);
    states.set({ state: 'active' }, active);
  };
  const setCertificate = (end: Gauge) => {
    const { certificateEndsAt } = connections();
    if (certificateEndsAt) end.set(certificateEndsAt.getTime() / 1_000);
    else end.remove();
  };
  gauge('database_connections', 'Open connections to the database, by state: active or idle.', setStates, ['state']);
  gauge('database_connections_max', 'The most connections of this node: connection_limit of DATABASE_URL.', (most) =>
    most.set(connections().max),
  );
  gauge('database_connections_pending', 'Queries and transactions that wait for a connection.', (all) =>
    all.set(connections().pending),
  );
  gauge(
    'database_certificate_expiry_timestamp_seconds',
    'When the certificate of the last connection ends, in seconds since 1970; absent without TLS.',
    setCertificate,
  );
}

export type MigrationState = 'waiting' | 'unknown';

export function registerMigrations(registry: Registry) {
  const migrations = new Gauge({
    name: 'owner_api_migrations',
    help: 'Migrations that the start of this node has yet to apply, or that only a newer version knows.',
    labelNames: ['state'],
    registers: [registry],
  });
  const set = (state: MigrationState, count: number) => migrations.set({ state }, count);
  set('waiting', 0);
  set('unknown', 0);
  return set;
}
