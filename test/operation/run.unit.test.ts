// The kernel without an API: the order of its checks and of its failures, and how it gathers the errors of an input
// (D9, D18).
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { OperationContext } from '../../src/operation/context.ts';
import type { Failure } from '../../src/operation/failures.ts';
import { integer, text } from '../../src/operation/field-types.ts';
import {
  defineOperation,
  type OperationOf,
  type Rule,
} from '../../src/operation/operation.ts';
import { forbidden, notFound } from '../../src/operation/operation-failure.ts';
import { type OperationRequest, run } from '../../src/operation/run.ts';
import { createVersions } from '../../src/operation/versions.ts';

let steps: string[] = [];

const bodyOf = (fields: object) => ({ fields: { ...fields }, errors: [] });
const empty = bodyOf({});

function contextOf({ permissions = ['WRITE'], throttled = false } = {}) {
  steps = [];
  return {
    throttle: {
      async take() {
        steps.push('throttle');
        return throttled ? { retryAfterSeconds: 1 } : {};
      },
    },
    view: createVersions([]).view(''),
    caller: { userId: 1, tokenId: 1, permissions },
  } as unknown as OperationContext;
}

const ruleOf = (check: Rule<unknown>['check']): Rule<unknown> => ({ conditions: [], check });

const step = (name: string) =>
  ruleOf(() => {
    steps.push(name);
    return [];
  });

const input = z.strictObject({ title: text(), count: integer(1).optional() });

const sample = defineOperation({
  name: 'sample',
  title: 'Sample',
  summary: 'A sample.',
  permission: 'WRITE',
  throttled: true,
  input,
  defaults: { count: 7 },
  find: async (_, id) => {
    steps.push('find');
    if (id === 404) throw notFound();
    if (id === 403) throw forbidden();
    return { id };
  },
  rules: [step('first rule'), step('second rule')],
  execute: async (_, { input: given }) => {
    steps.push('work');
    return given;
  },
});

test('checks target, shape, rate limit and rules in this order', async () => {
  const ran = await run(sample, contextOf(), { id: '1', body: bodyOf({ title: 'a' }) });
  expect(ran).toMatchObject({
    operation: 'sample',
    output: { title: 'a', count: 7 },
  });
  expect(steps).toEqual(['find', 'throttle', 'first rule', 'second rule', 'work']);
});

const unreadable = { failure: { kind: 'tooLarge' } } as const;
const stops: [
  string,
  Parameters<typeof contextOf>[0],
  string,
  OperationRequest['body'],
  Failure['kind'],
  string[],
][] = [
  ['without the permission', { permissions: ['READ'] }, '1', unreadable, 'forbidden', []],
  [
    'when it is rate limited',
    { throttled: true },
    '1',
    empty,
    'throttled',
    ['find', 'throttle'],
  ],
  ['when its body cannot be read', {}, '404', unreadable, 'tooLarge', ['throttle']],
  ['when its id names nothing', {}, '404', empty, 'notFound', ['find', 'throttle']],
  ['when its id is no id', {}, '01', empty, 'notFound', ['throttle']],
  [
    'when its target is of another owner',
    {},
    '403',
    empty,
    'forbidden',
    ['find', 'throttle'],
  ],
];
test.each(stops)(
  'a request stops %s, and nothing runs after that',
  async (_, given, id, body, kind, passed) => {
    const ran = await run(sample, contextOf(given), { id, body });
    expect(ran).toMatchObject({ operation: 'sample', failure: { kind } });
    expect(steps).toEqual(passed);
  },
);

test('a request that is rate limited fails so, whatever else is wrong with it (D9)', async () => {
  const context = contextOf({ throttled: true });
  for (const body of [unreadable, bodyOf({ title: 1 })]) {
    const { failure } = await run(sample, context, { id: '404', body });
    expect(failure).toMatchObject({ kind: 'throttled' });
  }
});

test('a rule sees earlier errors; each field reports its first one, of the shape before the rules (D18)', async () => {
  let known: number[] = [];
  const rule = ruleOf((_, { errors }) => {
    known = [...known, errors.length];
    return ['title', 'count'].map((field) => ({
      path: [field],
      code: 'NOT_FOUND',
      message: `${known.length}`,
    }));
  });
  const given = {
    ...sample,
    find: undefined,
    rules: [rule, rule],
  } as unknown as OperationOf<unknown>;
  const { failure } = await run(given, contextOf(), { body: bodyOf({ title: 1 }) });
  expect(failure).toMatchObject({
    errors: [
      { path: ['title'], code: 'INVALID_FORMAT' },
      { path: ['count'], code: 'NOT_FOUND', message: '1' },
    ],
  });
  expect([known, steps]).toEqual([[1, 3], ['throttle']]);
});

test('an unexpected error is thrown as it is', async () => {
  const failing = { ...sample, find: () => Promise.reject(new TypeError('a mistake')) };
  const failed = run(failing as typeof sample, contextOf(), { id: '1', body: empty });
  await expect(failed).rejects.toThrow('a mistake');
});
