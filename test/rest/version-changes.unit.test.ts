// What each kind of declared change does to fields, answers and names in errors, without HTTP.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../src/operation/failure.ts';
import { changesFor, hasOperation, type VersionChange } from '../../src/rest/version-change.ts';
import { pathAsSent, toNewestFields, toNewestPath, toOlderAnswer } from '../../src/rest/versioned-fields.ts';
import { INVENTED, invented, V1, V2, V3, withoutBundles } from './invented-releases.ts';

type Kinds = Omit<VersionChange, 'description' | 'operations'>;

/** Changes of releases that follow each other, oldest first. */
const chain = (...kinds: Kinds[]): VersionChange[] =>
  kinds.map((kind) => ({ description: 'Invented.', operations: ['x'], ...kind }));

const up = (changes: VersionChange[], fields: object, isUpdate = false) =>
  toNewestFields(changes, fields as Record<string, unknown>, isUpdate);
const down = (changes: VersionChange[], product: unknown) =>
  toOlderAnswer(changes, { product }, 'product').product as object;

/** Where an error at each newest field is reported. */
const sentNames = (changes: VersionChange[], fields: object) =>
  Object.keys(up(changes, fields, true)).map((name) => pathAsSent(changes, [name])[0]);

describe('a renamed field', () => {
  const changes = chain({ renamed: { text: 'description' } });

  it('has its newer name in requests and its older one in answers and errors', () => {
    expect(up(changes, { title: 'a', text: 'b' })).toEqual({ title: 'a', description: 'b' });
    expect(down(changes, { title: 'a', description: 'b' })).toEqual({ title: 'a', text: 'b' });
    expect(pathAsSent(changes, ['description'])).toEqual(['text']);
  });

  it('is unknown by its newer name, beside the older one or alone, and the error names what was sent', () => {
    const sent = { text: 'a', description: 'b' };
    const upgraded = up(changes, sent);
    expect(upgraded.description).toBe('a');
    expect(Object.keys(upgraded)).toHaveLength(2);
    expect(sentNames(changes, sent)).toEqual(['text', 'description']);
    expect(up(changes, { description: 'b' })).not.toHaveProperty('description');
  });

  it('stays absent where it is absent', () => {
    expect(up(changes, {})).toEqual({});
    expect(down(changes, {})).toEqual({});
  });

  it('hides a newer field that has taken its older name', () => {
    expect(down(changes, { description: 'a', text: 'another' })).toEqual({ text: 'a' });
  });

  it('can change places with another one', () => {
    const swapped = chain({ renamed: { a: 'b', b: 'a' } });
    expect(up(swapped, { a: 1, b: 2 })).toEqual({ b: 1, a: 2 });
    expect(down(swapped, { a: 1, b: 2 })).toEqual({ b: 1, a: 2 });
    expect(pathAsSent(swapped, ['a'])).toEqual(['b']);
  });
});

describe('an added field', () => {
  const changes = chain({ added: ['archived'] });

  it('is unknown in older requests and absent in older answers', () => {
    expect(up(changes, { archived: true })).not.toHaveProperty('archived');
    expect(sentNames(changes, { archived: true })).toEqual(['archived']);
    expect(down(changes, { id: 1, archived: true })).toEqual({ id: 1 });
  });
});

describe('a removed field', () => {
  const schema = { type: 'number' };
  const changes = chain({
    removed: {
      weight: { schema, answer: 0 },
      double: { schema, answer: ({ id }) => Number(id) * 2 },
      gone: { schema },
    },
  });

  it.each([null, 'abc', 1, true, [], {}])('is dropped from requests, whatever its value: %j', (value) => {
    expect(up(changes, { title: 'a', weight: value, double: value, gone: value })).toEqual({ title: 'a' });
  });

  it('is answered with its declared value, or not at all', () => {
    expect(down(changes, { id: 4 })).toEqual({ id: 4, weight: 0, double: 8 });
  });

  it('can come back as another field', () => {
    const reused = chain({ removed: { weight: { schema, answer: 'heavy' } }, added: ['weight'] });
    expect(up(reused, { weight: 1 })).toEqual({});
    expect(down(reused, { weight: { kilograms: 1 } })).toEqual({ weight: 'heavy' });
  });
});

describe('a default', () => {
  const changes = chain({ defaults: { rent: 5, total: ({ quantity }) => [quantity] } });

  it.each([{}, { rent: null }])('is filled in for a create that has %j', (fields) => {
    expect(up(changes, { quantity: 3, ...fields })).toEqual({ quantity: 3, rent: 5, total: [3] });
  });

  it.each([0, '', false])('leaves the given value %j', (rent) => {
    expect(up(changes, { rent, total: 1 })).toEqual({ rent, total: 1 });
  });

  it('is not filled in for an update, which keeps what is stored; entries of its lists are whole', () => {
    const nested = chain({ defaults: { rent: 5 } }, { at: 'items[]', defaults: { quantity: 1 } });
    expect(up(nested, { items: [{}] }, true)).toEqual({ items: [{ quantity: 1 }] });
  });
});

describe('functions', () => {
  it('change values after the names of a request, and before those of an answer', () => {
    const changes = chain({
      renamed: { cents: 'rent' },
      request: ({ rent, ...fields }) => ({ ...fields, rent: Number(rent) / 100 }),
      response: ({ rent, ...fields }) => ({ ...fields, rent: Number(rent) * 100 }),
    });
    expect(up(changes, { cents: 250 })).toEqual({ rent: 2.5 });
    expect(down(changes, { rent: 2.5 })).toEqual({ cents: 250 });
    expect(pathAsSent(changes, ['rent'])).toEqual(['cents']);
  });

  it('get objects alone', () => {
    const seen: unknown[] = [];
    const note = (value: unknown) => {
      seen.push(value);
      return value as object as Record<string, unknown>;
    };
    const changes = chain({ at: 'a[].b', request: note, response: note });
    const value = { a: [null, 1, 'x', [], { b: [] }, { b: null }, { b: {} }] };
    expect(up(changes, value)).toEqual(value);
    for (const a of [null, 1, 'x', {}, { b: {} }]) expect(up(changes, { a })).toEqual({ a });
    expect(down(changes, value)).toEqual(value);
    expect(seen).toEqual([{}, {}]);
  });
});

describe('objects below the fields', () => {
  const changes = chain({ renamed: { pictures: 'images' } }, { at: 'images[]', renamed: { url: 'src' } });

  it('are changed in every entry, below a renamed field too', () => {
    const older = { pictures: [{ url: 'a' }, { url: 'b', src: 'c' }, 'x'] };
    const upgraded = up(changes, older) as { images: [object, object, unknown] };
    expect(upgraded.images[0]).toEqual({ src: 'a' });
    expect(upgraded.images[1]).toMatchObject({ src: 'b' });
    expect(upgraded.images[2]).toBe('x');
    expect(down(changes, { images: [{ src: 'a' }] })).toEqual({ pictures: [{ url: 'a' }] });
  });

  it.each<[FieldPath, FieldPath]>([
    [['images'], ['pictures']],
    [
      ['images', 0],
      ['pictures', 0],
    ],
    [
      ['images', 0, 'src'],
      ['pictures', 0, 'url'],
    ],
    [
      ['images', 0, 'src', 'src'],
      ['pictures', 0, 'url', 'src'],
    ],
    [['src'], ['src']],
    [
      ['items', 0, 'src'],
      ['items', 0, 'src'],
    ],
  ])('an error at %j is reported at %j', (newest, sent) => {
    expect(pathAsSent(changes, newest)).toEqual(sent);
    expect(toNewestPath(changes, sent)).toEqual(newest);
  });
});

describe('changes that follow each other', () => {
  const schema = { type: 'string' };

  it('rename a field twice', () => {
    const changes = chain({ renamed: { a: 'b' } }, { renamed: { b: 'c' } });
    expect(up(changes, { a: 1 })).toEqual({ c: 1 });
    expect(down(changes, { c: 1 })).toEqual({ a: 1 });
    expect(sentNames(changes, { a: 1, b: 2, c: 3 })).toEqual(['a', 'b', 'c']);
    expect(up(changes, { b: 2, c: 3 })).not.toHaveProperty('c');
  });

  it('rename a field, then remove it', () => {
    const changes = chain({ renamed: { a: 'b' } }, { removed: { b: { schema, answer: 'x' } } });
    expect(up(changes, { a: 1 })).toEqual({});
    expect(sentNames(changes, { b: 1 })).toEqual(['b']);
    expect(down(changes, {})).toEqual({ a: 'x' });
  });

  it('add a field, then rename it', () => {
    const changes = chain({ added: ['a'] }, { renamed: { a: 'b' } });
    expect(Object.keys(up(changes, { a: 1, b: 2 }))).not.toContain('b');
    expect(sentNames(changes, { a: 1, b: 2 })).toEqual(['a', 'b']);
    expect(down(changes, { b: 1 })).toEqual({});
  });
});

describe('the reply of a write', () => {
  const changes = chain(
    { of: 'reply', renamed: { path: 'location' } },
    { renamed: { number: 'id' }, added: ['success'] },
  );

  it('is changed by the changes of replies alone, and requests and reads by the others alone', () => {
    const reply = { success: true, id: 1, location: '/1' };
    expect(toOlderAnswer(changes, reply, undefined)).toEqual({ success: true, id: 1, path: '/1' });
    expect(down(changes, { id: 1, location: 'x' })).toEqual({ number: 1, location: 'x' });
    expect(up(changes, { number: 1, path: 'x' })).toEqual({ id: 1, path: 'x' });
    expect(pathAsSent(changes, ['location'])).toEqual(['location']);
  });
});

describe('for any name that a client sends', () => {
  const changes = [...changesFor(invented(), V1, 'updateProduct')];
  const name = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '?', '?note', '??note', '[]', 'a.b'),
    fc.constantFrom(
      'text',
      'note',
      'description',
      'label',
      'tag',
      'pictures',
      'images',
      'url',
      'src',
      'weight',
      'color',
    ),
    fc.constantFrom('amount', 'quantity', 'ean', 'barcode', 'archived', 'title', 'items', 'product', 'ad_id'),
    fc.string(),
  );
  const REMOVED_SINCE = ['weight', 'color', 'label'];

  it('the newest names are as many, and each is spelled back as it was sent', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const sent = Object.fromEntries(names.map((one) => [one, 'x']));
        const kept = names.filter((one) => !REMOVED_SINCE.includes(one));
        expect(sentNames(changes, sent).toSorted()).toEqual(kept.toSorted());
      }),
    );
  });

  it('a path goes to the newest names and back', () => {
    const path = fc.array(fc.oneof(name, fc.nat(3)), { maxLength: 4 });
    fc.assert(
      fc.property(path, (sent) => {
        expect(pathAsSent(changes, toNewestPath(changes, sent))).toEqual(sent);
      }),
    );
  });

  it('no prototype is read or changed', () => {
    const sent = JSON.parse('{"__proto__":{"title":"x"},"constructor":1,"items":[{"__proto__":{"ad_id":1}}]}');
    const upgraded = up(changes, sent, true) as Record<string, unknown> & { items: object[] };
    expect(Object.keys(upgraded)).toEqual(['__proto__', 'constructor', 'items']);
    expect(Object.getPrototypeOf(upgraded)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(upgraded.items[0])).toBe(Object.prototype);
    expect(upgraded.title).toBeUndefined();
    expect(Object.keys(down(changes, JSON.parse('{"__proto__":1}')))).toContain('__proto__');
  });
});

describe('of the invented releases', () => {
  it('each operation passes those that name it, oldest first', () => {
    const of = (version: string) => changesFor(invented(), version, 'createBundle').map(({ at }) => at);
    expect([of(V1), of(V2), of(V3)]).toEqual([['items[]'], [], []]);
    expect(changesFor(invented(), V2, 'createProduct')).toEqual(INVENTED.at(-1)?.changes);
  });

  it('an operation that a version removed is there in those before', () => {
    const has = (operation: string) => [V1, V2, V3].map((date) => hasOperation(withoutBundles(), date, operation));
    expect(has('createBundle')).toEqual([true, true, false]);
    expect(has('createProduct')).toEqual([true, true, true]);
  });
});
