import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { randomQuery } from './documents.ts';
import { createRandom } from './random.ts';

const QUERIES = 300;
const queries = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: QUERIES }, () => randomQuery(random));
};

test('every random document fits the schema', () => {
  const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../../../schema.graphql'), 'utf8'));
  const faults = queries(1).flatMap(({ text }) => validate(schema, parse(text)).map(({ message }) => message));
  expect(faults).toEqual([]);
});

test('random documents differ from each other, and a seed repeats them', () => {
  const texts = queries(2).map(({ text }) => text);
  expect(new Set(texts).size).toBeGreaterThan(QUERIES * 0.9);
  expect(queries(2).map(({ text }) => text)).toEqual(texts);
});

test('a record that may not be read is null with its error', () => {
  const [query] = queries(3);
  const person = { id: 1, name: 'a', email: 'b' };
  const known = { things: new Map(), rentals: new Map() };
  const answer = query?.answer(
    query.kinds.map(() => 'FORBIDDEN' as const),
    { known, person },
  );
  expect(Object.values(answer?.data ?? {})).toEqual(query?.kinds.map(() => null));
  expect(answer?.errors).toEqual(query?.kinds.map((_, index) => ({ code: 'FORBIDDEN', path: [`r${index}`] })));
});
