// What may be deleted when a version has ended: every change of the next release is told, with what goes and what stays.
import { expect, test } from 'vitest';
import { FIRST_RELEASE } from '../../../support/first-release.ts';
import { rehearsal, V1 } from '../rehearsal.ts';
import { closingOf } from './closing.ts';

const told = (text: string) => text.split('\n').filter((line) => /^ {2}(delete|stays) /.test(line));

test('withdrawn things, raised limits and defaults go, and what stored rows may break stays', () => {
  const lines = told(closingOf([...FIRST_RELEASE, rehearsal], V1));
  expect(lines).toHaveLength(rehearsal.changes.length);
  expect(lines.filter((line) => line.startsWith('  delete')).map((line) => line.slice('  delete  '.length))).toEqual([
    '`cost` of a product is no more. Nobody asked for it.',
    '`email` of an account is no more.',
    '`rehearsedSize` of a product is new.',
    '`rehearsedFiles` of a product is new.',
    expect.stringContaining('`images` of a product has at most 7 images'),
    expect.stringContaining('`online` of a product'),
    '`POST /bundle` is no more.',
  ]);
});

test('what a later release changes again stays', () => {
  const second = {
    ...{ date: '2032-03-01', label: '', summary: '' },
    changes: [{ default: 'Product.online', was: false, is: true }] as const,
  };
  const lines = told(closingOf([...FIRST_RELEASE, rehearsal, second], V1));
  expect(lines.find((line) => line.includes('`online`'))).toMatch(/^ {2}stays/);
});
