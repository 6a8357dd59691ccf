// The times of records: as the API returns them, and as clients may send them back.
import { z } from 'zod';
import { rule } from './field-types.ts';

/** A time as the API returns it. */
const MOMENT = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$`;

/** A time as RFC 3339 writes it: serializers of clients write `+00:00`, other offsets, or lower case. */
const RFC_3339 = String.raw`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$`;

/** Whether it is on the calendar, too; a minute has a 61st second only at the end of a day in UTC. */
function isRfc3339(value: unknown): boolean {
  if (typeof value !== 'string' || !new RegExp(RFC_3339).test(value)) return false;
  const time = value.toUpperCase();
  const before = time.replace(/:60(?=[.Z+-])/, ':59');
  if (!z.iso.datetime({ offset: true }).safeParse(before).success) return false;
  return before === time || new Date(before).toISOString().includes('T23:59:59');
}

/** A time that clients may send back as read; writes ignore it. */
export const momentReadBack = () =>
  z
    .unknown()
    .refine(
      isRfc3339,
      rule('INVALID_FORMAT', 'Must be a time with an offset, such as 2026-07-01T08:30:00Z'),
    );

export const moment = (description: string) =>
  z.string().meta({
    format: 'date-time',
    pattern: MOMENT,
    request: { pattern: RFC_3339 },
    description,
    example: '2026-07-01T08:30:00.000Z',
  });

/** The times of a record. */
export const times = {
  createdAt: moment('When it was created, in UTC.'),
  updatedAt: moment('When it last changed, in UTC.'),
};
