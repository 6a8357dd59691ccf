// Batches hold a limited number of keys in memory and per statement, halved while statements fail.
import { expect, test } from 'vitest';
import { createBatch } from '../../src/usage/batch.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });
const [CANCELLED, AWAY] = [failing('57014'), failing('ECONNREFUSED')];
const UNKNOWN = failing('ZZ999');

function batchOf(
  write: (items: readonly number[]) => readonly number[] | Error,
  held = 2_000,
) {
  const statements: (readonly number[])[] = [];
  const ids: string[] = [];
  const errors: string[] = [];
  const batch = createBatch<number>({
    held,
    written: 500,
    merge: (one, other) => one + other,
    async write(items, id) {
      statements.push(items);
      ids.push(id);
      const end = write(items);
      if (end instanceof Error) throw end;
      return end;
    },
    onError: (error, end) => errors.push(`${(error as Error).message} ${end}`),
  });
  const put = (items: readonly number[]) => {
    for (const item of items) batch.put(String(item), item);
  };
  return { batch, statements, ids, errors, put };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sorted = (items: readonly number[]) => items.toSorted((one, other) => one - other);

test('a statement has at most 500 keys, and all are written', async () => {
  const { batch, statements, put } = batchOf(() => []);
  put(numbers(1_200));
  expect(await batch.write()).toBe(true);
  expect(statements.map(({ length }) => length)).toEqual([500, 500, 200]);
  expect(sorted(statements.flat())).toEqual(numbers(1_200));
  await batch.write();
  expect(statements).toHaveLength(3);
});

test('holds a limited number of keys, counts those that it has, and how many others there were', async () => {
  const { batch, statements, put } = batchOf(() => [], 2);
  put([1, 2, 3, 1]);
  await batch.write();
  expect(sorted(statements.flat())).toEqual([2, 2]);
  expect(batch.dropped).toBe(1);
});

test('halves statements that are too large for a busy server until they succeed, within one write', async () => {
  const { batch, statements, errors, put } = batchOf((items) =>
    items.length > 60 ? CANCELLED : [],
  );
  put(numbers(300));
  expect(await batch.write()).toBe(true);
  const passed = statements.filter(({ length }) => length <= 60);
  expect(sorted(passed.flat())).toEqual(numbers(300));
  expect(errors).toEqual([]);
});

test('keeps only a key whose row is locked, and writes it when it can', async () => {
  const written: number[] = [];
  let isLocked = true;
  const { batch, errors, put } = batchOf((items) => {
    if (isLocked && items.includes(3)) return CANCELLED;
    written.push(...items);
    return [];
  });
  put(numbers(8));
  expect(await batch.write()).toBe(false);
  expect(sorted(written)).toEqual([1, 2, 4, 5, 6, 7, 8]);
  expect(errors).toEqual(['57014 kept']);
  isLocked = false;
  expect(await batch.write()).toBe(true);
  expect(sorted(written)).toEqual(numbers(8));
  expect(batch.dropped).toBe(0);
});

test('sends one statement to a database that is away, keeps everything, and writes what arrives meanwhile', async () => {
  let isAway = true;
  const { batch, statements, errors, put } = batchOf(() => (isAway ? AWAY : []));
  put(numbers(600));
  expect(await batch.write()).toBe(false);
  expect(statements).toHaveLength(1);
  expect(errors).toEqual(['ECONNREFUSED kept']);
  put([1, 601]);
  isAway = false;
  statements.length = 0;
  await batch.write();
  const sum = statements.flat().reduce((one, other) => one + other);
  expect(sum).toBe(numbers(601).reduce((one, other) => one + other) + 1);
  expect(errors).toHaveLength(1);
});

test('repeats a statement that may have been done as it was, with its ID, and splits it never', async () => {
  const outcomes = [AWAY, CANCELLED, AWAY];
  const made = batchOf(() => (made.ids.at(-1) === made.ids[0] && outcomes.shift()) || []);
  const { batch, statements, ids, put } = made;
  put(numbers(300));
  for (let n = 0; n < 3; n++) {
    expect(await batch.write()).toBe(false);
    put(numbers(300));
  }
  expect(await batch.write()).toBe(true);
  const first = statements.filter((_, index) => ids[index] === ids[0]);
  expect(first).toHaveLength(4);
  for (const one of first) expect(one).toEqual(statements[0]);
  const others = ids.filter((id) => id !== ids[0]);
  expect(new Set(others).size).toBe(others.length);
  // The first numbers once, and three times those that came since.
  const done = [
    ...first.slice(-1),
    ...statements.filter((_, index) => ids[index] !== ids[0]),
  ];
  const total = done.flat().reduce((one, other) => one + other);
  expect(total).toBe(4 * numbers(300).reduce((one, other) => one + other));
});

test('repeats a statement whose error says nothing once as it was, then without the key that has it', async () => {
  const { batch, statements, ids, errors, put } = batchOf((items) =>
    items.includes(3) ? UNKNOWN : [],
  );
  put(numbers(4));
  for (let write = 1; !(await batch.write()); write++) expect(write).toBeLessThan(5);
  expect([statements[1], ids[1]]).toEqual([statements[0], ids[0]]);
  expect(errors.filter((one) => one.endsWith('dropped'))).toHaveLength(1);
  const written = statements.filter((items) => !items.includes(3)).flat();
  expect(sorted(written)).toEqual([1, 2, 4]);
});
