import { expect, test } from 'vitest';
import { findPrograms } from './patroni-cluster.ts';

const rewinds = ['/usr/lib/postgresql/9/bin/pg_rewind', '/usr/lib/postgresql/15/bin/pg_rewind'];

test('the newest PostgreSQL of the machine is taken', () => {
  expect(findPrograms(() => true, rewinds)).toBe('/usr/lib/postgresql/15/bin');
});

test('the packages that are missing are named, with the command that installs them', () => {
  expect(() => findPrograms((program) => program === 'haproxy', [])).toThrow(
    'needs patroni, etcd-server, postgresql: apt-get install patroni etcd-server postgresql',
  );
});
