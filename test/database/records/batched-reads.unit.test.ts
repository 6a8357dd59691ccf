// Reads that share a statement: what a record that can't be decoded means for the others.
import { expect, test } from 'vitest';
import { BatchedReads } from '../../../src/database/records/batched-reads.ts';
import type { Statements } from '../../../src/database/statements.ts';

const decode = (values: unknown) => {
  if (values === null) throw new TypeError('not a record');
  return values;
};

function readsOf(rows: readonly (readonly [string, string])[]) {
  let sent = 0;
  const read: Statements['read'] = async () => {
    sent++;
    return rows;
  };
  const reads = new BatchedReads({ read, append: read, write: read }, { sql: '', decode });
  return { reads, sent: () => sent };
}

test.each(['null', '{'])('a record %s that cannot be decoded fails alone', async (json) => {
  const { reads, sent } = readsOf([
    ['before', '["b"]'],
    ['broken', json],
    ['after', '["a"]'],
  ]);
  const results = await Promise.allSettled(['before', 'broken', 'after', 'missing'].map((key) => reads.read(key)));
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    ['b'],
    'failed',
    ['a'],
    null,
  ]);
  expect(sent()).toBe(1);
});
