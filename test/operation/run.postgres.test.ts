// The kernel, without a surface: the order of its checks, and how the errors of an input are gathered (D9, D18).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OperationContext } from '../../src/operation/context.ts';
import { type Failure, forbidden, invalid, notFound, OperationFailure } from '../../src/operation/failure.ts';
import { integer, list, text } from '../../src/operation/field-types.ts';
import { defineOperation, type Rule } from '../../src/operation/operation.ts';
import { asResult, run } from '../../src/operation/run.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
afterAll(() => database.close());

let steps: string[];
beforeAll(() => {
  steps = [];
});

function contextOf({
  permissions = ['WRITE'],
  throttled = false,
}: {
  permissions?: string[];
  throttled?: boolean;
} = {}) {
  steps = [];
  return {
    db: database.db,
    throttle: {
      async consume() {
        steps.push('throttle');
        if (throttled) throw new OperationFailure({ kind: 'throttled', retryAfterSeconds: 1 });
      },
    },
    urlProbe: { reachable: async () => [] },
    view: createVersions([]).view(''),
    caller: { userId: 1, tokenId: 1, permissions },
    outcomes: [],
  } as unknown as OperationContext;
}

const step =
  (name: string): Rule<unknown> =>
  () => {
    steps.push(name);
    return [];
  };

const input = z.strictObject({
  title: text(),
  count: integer(1).optional(),
  tags: list(text(), { max: 3 }).optional(),
});

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

test('a request passes permission, throttle, body, target, shape and rules in this order (D9)', async () => {
  const context = contextOf();
  const result = await run(sample, context, { id: '1', body: body({ title: 'a' }) });
  expect(result).toEqual({ value: { title: 'a', count: 7 } });
  expect(steps).toEqual(['throttle', 'body', 'find', 'first rule', 'second rule', 'run']);
  expect(context.outcomes).toEqual([{ operation: 'sample', failure: undefined }]);
});

const stops: [string, Parameters<typeof contextOf>[0], string, () => unknown, Failure['kind'], string[]][] = [
  ['without the permission', { permissions: ['READ'] }, '1', body({}), 'forbidden', []],
  ['when it is throttled', { throttled: true }, '1', body({}), 'throttled', ['throttle']],
  [
    'when its body cannot be read',
    {},
    '404',
    () => {
      throw new OperationFailure({ kind: 'tooLarge' });
    },
    'tooLarge',
    ['throttle'],
  ],
  ['when its id names nothing', {}, '404', body({}), 'notFound', ['throttle', 'body', 'find']],
  ['when its id is no id', {}, '01', body({}), 'notFound', ['throttle', 'body']],
  ['when its target is of another owner', {}, '403', body({}), 'forbidden', ['throttle', 'body', 'find']],
];
test.each(stops)('a request stops %s, and nothing after that runs', async (_, given, id, read, kind, passed) => {
  const context = contextOf(given);
  const { failure } = await run(sample, context, { id, body: read });
  expect(failure?.kind).toBe(kind);
  expect(steps).toEqual(passed);
  expect(context.outcomes).toEqual([{ operation: 'sample', failure }]);
});

describe('the errors of an input', () => {
  const errorsOf = async (rules: readonly Rule<undefined>[], given: unknown) => {
    const operation = defineOperation({
      name: 'check',
      title: '',
      summary: '',
      permission: 'WRITE',
      throttled: false,
      input,
      rules,
      run: async () => steps.push('run'),
    });
    const { failure } = await run(operation, contextOf(), { body: () => given });
    return failure?.kind === 'invalid' ? failure.errors.map(({ path, code }) => `${path.join('.')} ${code}`) : [];
  };

  test('of shape and rules come at once, in field order, entries by index (D18)', async () => {
    const rule: Rule<undefined> = () => [{ path: ['title'], code: 'REQUIRED', message: '' }];
    expect(await errorsOf([rule], { zz: 1, tags: ['a', 1, 2], count: 0, title: 'a' })).toEqual([
      'title REQUIRED',
      'count MIN_VALUE',
      'tags.1 INVALID_FORMAT',
      'tags.2 INVALID_FORMAT',
      'zz INVALID_FORMAT',
    ]);
    expect(steps).not.toContain('run');
  });

  test('are one for each field: that of the shape before that of a rule, a rule before the next (D18)', async () => {
    const blame =
      (field: string, message: string): Rule<undefined> =>
      () => [{ path: [field], code: 'NOT_FOUND', message }];
    expect(await errorsOf([blame('title', ''), blame('count', 'a'), blame('count', 'b')], { title: 1 })).toEqual([
      'title INVALID_FORMAT',
      'count NOT_FOUND',
    ]);
  });

  test('are known to the rules that follow', async () => {
    let known: number[] = [];
    const rule: Rule<undefined> = (_, { errors }) => {
      known = [...known, errors.length];
      return [{ path: ['count'], code: 'NOT_FOUND', message: '' }];
    };
    await errorsOf([rule, rule], { title: 1 });
    expect(known).toEqual([1, 2]);
  });

  test('are at most 50 (D18)', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x${n}`, n]));
    expect(await errorsOf([], { title: 'a', ...many })).toHaveLength(50);
  });

  test('of run are a failure like any other', async () => {
    const result = await asResult(async () => {
      throw invalid([{ path: ['title'], code: 'NOT_FOUND', message: '' }]);
    });
    expect(result.failure?.kind).toBe('invalid');
  });
});

test('a fault that is no failure is thrown on', async () => {
  await expect(asResult(async () => Promise.reject(new TypeError('a fault')))).rejects.toThrow('a fault');
});
