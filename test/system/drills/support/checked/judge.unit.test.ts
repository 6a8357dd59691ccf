import { describe, expect, test } from 'vitest';
import { judgeGraphql, judgeRest, refusal } from './judge.ts';

const received = (status: number, body: unknown, headers = {}) => ({ status, headers, text: JSON.stringify(body) });
const away = { message: 'Service temporarily unavailable', extensions: { code: 'UNAVAILABLE', retryAfter: 2 } };

describe('an answer of REST', () => {
  const expected = { status: 200, body: { product: { id: 1, title: 'Tent' } }, etag: '"v.1"' };

  test('is right when status, text and revision are', () => {
    expect(judgeRest(received(200, expected.body, { etag: '"v.1"' }), expected)).toBe('right');
  });

  test.each([
    ["another's", received(200, { product: { id: 2, title: 'Boat' } }, { etag: '"v.1"' })],
    ['that of another revision', received(200, expected.body, { etag: '"v.2"' })],
    ['with its keys in another order', received(200, { product: { title: 'Tent', id: 1 } }, { etag: '"v.1"' })],
    ['a fault', received(500, { error: 'Internal server error' })],
    ['a refusal without Retry-After', received(503, { error: 'Service temporarily unavailable' })],
    ['a refusal that is none of the read', received(403, refusal('FORBIDDEN').body)],
  ])('is wrong when it is %s', (_, answer) => {
    expect(judgeRest(answer, expected)).toEqual({ wrong: expect.any(String) });
  });

  test('may be a refusal for a while', () => {
    const headers = { 'retry-after': '2' };
    expect(judgeRest(received(503, { error: 'Service temporarily unavailable' }, headers), expected)).toBe(
      'unavailable',
    );
    expect(judgeRest(received(429, { error: 'Request limit exceeded' }, headers), expected)).toBe('throttled');
  });
});

describe('an answer of GraphQL', () => {
  const forbidden = { message: 'Access denied to this resource', path: ['b'], extensions: { code: 'FORBIDDEN' } };
  const expected = {
    data: { a: { id: '1', product: { id: '2' } }, b: null },
    errors: [{ code: 'FORBIDDEN', path: ['b'] }],
  };

  test('is right when its data and its errors are', () => {
    expect(judgeGraphql(received(200, { errors: [forbidden], data: expected.data }), expected)).toBe('right');
  });

  test.each([
    ['data', { errors: [forbidden], data: { ...expected.data, a: { id: '3', product: { id: '2' } } } }],
    ['order of keys', { errors: [forbidden], data: { b: null, a: expected.data.a } }],
    ['errors', { data: expected.data }],
    ['sentence', { errors: [{ ...forbidden, message: 'No' }], data: expected.data }],
    ['null without an error', { errors: [forbidden], data: { a: null, b: null } }],
  ])('is wrong when it has another %s', (_, body) => {
    expect(judgeGraphql(received(200, body), expected)).toEqual({ wrong: expect.any(String) });
  });

  test('may lack the fields that could not be read, and no others', () => {
    const lacking = {
      errors: [{ ...away, path: ['a', 'product'] }, forbidden],
      data: { a: { id: '1', product: null }, b: null },
    };
    expect(judgeGraphql(received(200, lacking), expected)).toBe('unavailable');
    expect(judgeGraphql(received(200, { ...lacking, data: { a: null, b: null } }), expected)).toHaveProperty('wrong');
    expect(judgeGraphql(received(503, { errors: [away] }), expected)).toBe('unavailable');
  });

  test('is wrong when it is a fault', () => {
    expect(judgeGraphql(received(500, { errors: [{ message: 'Internal server error' }] }), expected)).toHaveProperty(
      'wrong',
    );
  });
});
