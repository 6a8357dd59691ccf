import { expect, test } from 'vitest';
import { etcdApi, findPrograms } from './patroni-cluster.ts';

const rewinds = ['/usr/lib/postgresql/9/bin/pg_rewind', '/usr/lib/postgresql/15/bin/pg_rewind'];

test('the newest PostgreSQL of the machine is taken', () => {
  expect(findPrograms(() => true, rewinds)).toBe('/usr/lib/postgresql/15/bin');
});

test('the packages that are missing are named, with the command that installs them', () => {
  expect(() => findPrograms((program) => program === 'haproxy', [])).toThrow(
    'needs patroni, etcd-server, postgresql: apt-get install patroni etcd-server postgresql',
  );
});

test('a Patroni that could take the lock back by version 3 of the API of etcd is given version 2', () => {
  expect(['patroni 3.0.2', 'patroni 2.1.4', 'patroni 3.0.3', 'patroni 4.1.0\n'].map(etcdApi)).toEqual([
    ...['ETCD', 'ETCD'],
    ...['ETCD3', 'ETCD3'],
  ]);
});
