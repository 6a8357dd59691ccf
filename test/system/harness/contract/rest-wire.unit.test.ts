// A version that turned a date into a timestamp, which no rehearsed release has.
import { expect, test } from 'vitest';
import { shapeOf } from './read-shape.ts';
import { fromGraphQL } from './translate.ts';

test("reads a date as a version's timestamp, in the unit of its example", () => {
  const timestamp = (example: number) =>
    shapeOf({ type: 'integer', format: 'int64', example }, (schema) => schema);
  const date = '2040-01-01T00:00:00.500Z';
  expect(fromGraphQL(date, timestamp(1_782_894_600))).toBe(Date.UTC(2040) / 1000);
  expect(fromGraphQL(date, timestamp(1_782_894_600_000))).toBe(Date.UTC(2040) + 500);
  expect(fromGraphQL('2040-01-01', timestamp(1))).toBe(Date.UTC(2040) / 1000);
});
