// An answer is expected to be as long as the last one of its flow, if that was long.
import { expect, test } from 'vitest';
import { AnswerLengths } from '../../src/gate/answer-lengths.ts';

const LONG = 64 * 1024;
const answer = (length: number) => new Response(null, { headers: { 'Content-Length': String(length) } });

test('only a long answer is expected again, until a short one follows', () => {
  const lengths = new AnswerLengths();
  lengths.note('a', answer(LONG));
  lengths.note('b', answer(LONG - 1));
  expect(['a', 'b', 'c'].map((flow) => lengths.expected(flow))).toEqual([LONG, 0, 0]);
  lengths.note('a', answer(10));
  expect(lengths.expected('a')).toBe(0);
});

test('of thousands of flows the oldest are forgotten', () => {
  const lengths = new AnswerLengths();
  const flows = Array.from({ length: 3_000 }, (_, n) => String(n));
  for (const flow of flows) lengths.note(flow, answer(LONG));
  expect(flows.filter((flow) => lengths.expected(flow) > 0)).toEqual(flows.slice(2_000));
});
