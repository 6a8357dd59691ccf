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
import {
  failureOf,
  forbidden,
  notFound,
  OperationFailure,
} from '../../src/operation/operation-failure.ts';
import { run } from '../../src/operation/run.ts';
import { createVersions } from '../../src/operation/versions.ts';

let steps: string[] = [];

function contextOf({ permissions = ['WRITE'], throttled = false } = {}) {
  steps = [];
  return {
    throttle: {
      async consume() {
        steps.push('throttle');
        if (throttled)
          throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: 1 });
      },
    },
    view: createVersions([]).view(''),
    caller: { userId: 1, tokenId: 1, permissions },
    ranOperations: [],
  } as unknown as OperationContext;
}

const step =
  (name: string): Rule<unknown> =>
  () => {
    steps.push(name);
    return [];
  };

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
  run: async (_, { input: given }) => {
    steps.push('run');
    return given;
  },
});

const body = (value: unknown) => () => {
  steps.push('body');
  return value;
};

test('checks permission, body, target, shape, rate limit and rules in this order', async () => {
  const context = contextOf();
  const result = await run(sample, context, { id: '1', body: body({ title: 'a' }) });
  expect(result).toEqual({ title: 'a', count: 7 });
  expect(steps).toEqual(['body', 'find', 'throttle', 'first rule', 'second rule', 'run']);
  expect(context.ranOperations).toEqual([{ operation: 'sample', isReplay: false }]);
});

const unreadable = () => {
  throw new OperationFailure({ kind: 'tooLarge' });
};
const stops: [
  string,
  Parameters<typeof contextOf>[0],
  string,
  () => unknown,
  Failure['kind'],
  string[],
][] = [
  ['without the permission', { permissions: ['READ'] }, '1', body({}), 'forbidden', []],
  [
    'when it is rate limited',
    { throttled: true },
    '1',
    body({}),
    'throttled',
    ['body', 'find', 'throttle'],
  ],
  ['when its body cannot be read', {}, '404', unreadable, 'tooLarge', ['throttle']],
  [
    'when its id names nothing',
    {},
    '404',
    body({}),
    'notFound',
    ['body', 'find', 'throttle'],
  ],
  ['when its id is no id', {}, '01', body({}), 'notFound', ['body', 'throttle']],
  [
    'when its target is of another owner',
    {},
    '403',
    body({}),
    'forbidden',
    ['body', 'find', 'throttle'],
  ],
];
test.each(stops)(
  'a request stops %s, and nothing runs after that',
  async (_, given, id, read, kind, passed) => {
    const context = contextOf(given);
    const failure = await run(sample, context, { id, body: read }).catch(failureOf);
    expect(failure).toMatchObject({ kind });
    expect(steps).toEqual(passed);
    expect(context.ranOperations).toEqual([{ operation: 'sample', failure }]);
  },
);

test('a request that is rate limited fails so, whatever else is wrong with it (D9)', async () => {
  const context = contextOf({ throttled: true });
  for (const read of [unreadable, body({ title: 1 })])
    expect(
      await run(sample, context, { id: '404', body: read }).catch(failureOf),
    ).toMatchObject({
      kind: 'throttled',
    });
});

test('a rule sees earlier errors; each field reports its first one, of the shape before the rules (D18)', async () => {
  let known: number[] = [];
  const rule: Rule<undefined> = (_, { errors }) => {
    known = [...known, errors.length];
    return ['title', 'count'].map((field) => ({
      path: [field],
      code: 'NOT_FOUND',
      message: `${known.length}`,
    }));
  };
  const given = {
    ...sample,
    find: undefined,
    rules: [rule, rule],
  } as unknown as OperationOf<unknown>;
  const failure = await run(given, contextOf(), { body: () => ({ title: 1 }) }).catch(
    failureOf,
  );
  expect(failure).toMatchObject({
    errors: [
      { path: ['title'], code: 'INVALID_FORMAT' },
      { path: ['count'], code: 'NOT_FOUND', message: '1' },
    ],
  });
  expect([known, steps]).toEqual([[1, 3], ['throttle']]);
});

test('an unexpected error is thrown as it is, and is no outcome', async () => {
  const context = contextOf();
  const unread = () => Promise.reject(new TypeError('a fault'));
  await expect(run(sample, context, { id: '1', body: unread })).rejects.toThrow('a fault');
  expect(context.ranOperations).toEqual([]);
});
