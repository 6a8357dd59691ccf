// Version views of invented shapes (D46), for cases that the rehearsed release does not cover.
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { Change } from '../../src/operation/change-kinds.ts';
import { check } from '../../src/operation/check.ts';
import {
  decimal,
  domainObjects,
  list,
  requiredText,
  text,
  type Unchecked,
} from '../../src/operation/field-types.ts';
import { type AnyOperation, defineOperation } from '../../src/operation/operation.ts';
import { createHistory } from '../../src/operation/release-changes.ts';
import { createView } from '../../src/operation/version-view.ts';

const [V1, V2, V3] = ['2031-01-01', '2032-01-01', '2033-01-01'];

const line = z
  .strictObject({ size: decimal({ min: 1 }), unit: text().optional() })
  .register(domainObjects, { object: 'Line' });
const fields = {
  name: requiredText(5),
  note: text().nullable(),
  price: decimal({ min: 1, max: 9 }),
  lines: list(line, { min: 1, max: 3 }),
};
const create = z
  .strictObject({ ...z.strictObject(fields).partial().shape, name: fields.name })
  .register(domainObjects, { object: 'Thing', use: 'create' });
const update = z
  .strictObject(fields)
  .partial()
  .register(domainObjects, { object: 'Thing', use: 'update' });
const answer = z.object(fields).register(domainObjects, { object: 'Thing', use: 'response' });

const operation: AnyOperation = defineOperation({
  ...{ name: 'createThing', title: '.', summary: '.', permission: 'WRITE', throttled: false },
  input: create,
  defaults: { note: 'none', price: 2 },
  execute: async () => undefined,
});

const views = (second: Change[], third: Change[] = []) => {
  const history = createHistory(
    [
      { date: V1, changes: [] },
      { date: V2, changes: second },
      { date: V3, changes: third },
    ].map((one) => ({ label: '', summary: '', ...one })),
  );
  return (version: string, scope?: string[]) => createView(history, version, scope);
};

const codes = (shape: z.ZodObject, input: object) =>
  check(shape, input).errors.map(({ path, code }) => `${path.join('.')} ${code}`);

test('a shape without differences stays the same object', () => {
  const view = views([{ renamed: 'Thing.name', was: 'a', is: 'b' }])(V1);
  for (const shape of [create, update, answer]) expect(view.shape(shape)).toBe(shape);
});

describe('a new required field', () => {
  const view = views([
    { added: 'Thing.price', older: (given: Unchecked) => (given.name === 'big' ? 8 : 4) },
    { added: 'Line.unit', older: 'm' },
  ]);

  it("is unknown to older versions, where it gets the release's value, in list entries too", () => {
    expect(
      codes(view(V1).shape(create), { name: 'a', price: 3, lines: [{ size: 1, unit: 'x' }] }),
    ).toEqual(['lines.0.unit INVALID_FORMAT', 'price INVALID_FORMAT']);
    expect(
      view(V1)
        .inputOf(operation)
        ?.filled({ name: 'big', lines: [{ size: 1 }] }, true),
    ).toEqual({
      ...{ name: 'big', note: 'none', price: 8 },
      lines: [{ size: 1, unit: 'm' }],
    });
  });

  it('is not computed from an invalid input', () => {
    const failing = views([
      { added: 'Thing.price', older: ({ name }: Unchecked) => (name as string).length },
    ])(V1);
    expect(failing.inputOf(operation)?.filled({ name: null }, false)).toMatchObject({
      name: null,
    });
  });

  it('also gets that value in a version that removed it', () => {
    const later = views([{ added: 'Thing.price', older: 4 }], [{ withdrawn: 'Thing.price' }]);
    const filled = (version: string) =>
      later(version).inputOf(operation)?.filled({ name: 'a' }, true)?.price;
    expect([V1, V3].map(filled)).toEqual([4, 4]);
    expect(later(V2).inputOf(operation)?.filled({ name: 'a', price: 7 }, true)?.price).toBe(
      7,
    );
  });
});

test('a withdrawn required field gets a value in newer versions, in list entries too', () => {
  const view = views(
    [
      { withdrawn: 'Thing.name', newer: ({ price }: Unchecked) => `for ${price}` },
      { withdrawn: 'Line.size', newer: 2 },
    ],
    [{ added: 'Thing.price', older: 4 }],
  );
  const input = { price: 3, lines: [{ unit: 'm' }] };
  expect(view(V2).inputOf(operation)?.filled(input, true)).toMatchObject({
    name: 'for 3',
    lines: [{ unit: 'm', size: 2 }],
  });
  expect(codes(view(V1).shape(create), input)).toContain('name REQUIRED');
  expect(view(V1).inputOf(operation)?.filled(input, true)).not.toHaveProperty('name');
});

describe('a limit', () => {
  it('that changes on one side keeps the other as set by an earlier release', () => {
    const change: Change[] = [{ limit: 'Thing.lines', was: { max: 3 }, is: { max: 2 } }];
    const view = views(change, [{ limit: 'Thing.lines', was: { min: 1 }, is: { min: 0 } }])(
      V3,
    ).shape(create);
    expect(codes(view, { name: 'a', lines: [] })).toEqual([]);
    expect(codes(view, { name: 'a', lines: Array(3).fill({ size: 1 }) })).toEqual([
      'lines MAX_ITEMS',
    ]);
  });

  it('for a list ends, and neither API looks beyond that', () => {
    const raised = views([{ limit: 'Thing.lines', was: { max: 3 }, is: { max: 300 } }]);
    expect(() => raised(V2).shape(create)).toThrow('A list of 300 entries');
  });

  it('keeps the description of its field', () => {
    const said = text(3).meta({ description: 'Said.' });
    const shape = z.strictObject({ said }).register(domainObjects, { object: 'Other' });
    const changed = views([{ limit: 'Other.said', was: { max: 3 }, is: { max: 2 } }])(
      V2,
    ).shape(shape);
    expect(z.toJSONSchema(changed.shape.said)).toMatchObject({
      description: 'Said.',
      maxLength: 2,
    });
  });
});

test('a string has the limit of each version, and always its own rule', () => {
  const even = (value: string) => (value.length % 2 === 0 ? undefined : 'Must be even');
  const shape = z
    .strictObject({ code: text(4, even) })
    .register(domainObjects, { object: 'Coded', use: 'create' });
  const view = views([{ limit: 'Coded.code', was: { max: 2 }, is: { max: 4 } }]);
  const messages = (version: string, code: string) =>
    check(view(version).shape(shape), { code }).errors.map(({ message }) => message);
  expect(messages(V2, 'abcd')).toEqual([]);
  expect(messages(V1, 'abcd')).toEqual(['Must have at most 2 characters']);
  for (const version of [V1, V2]) expect(messages(version, 'abc')).toContain('Must be even');
});
