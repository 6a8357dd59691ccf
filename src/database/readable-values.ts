// Values that other software can write to PostgreSQL but that no API has a form for, such as the day `infinity` or the
// number `NaN`: reads return the nearest one that has.
import { ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils';
import { Prisma } from '../../prisma/generated/client/client.ts';

const LAST_MOMENT = '9999-12-31T23:59:59.999+00:00';

type Read = (value: string) => string;

/** Of years 1 to 9999. `isUsual` is true for the form of almost every value. */
const within =
  (isUsual: (value: string) => boolean, first: string, last: string): Read =>
  (value) => {
    if (isUsual(value)) return value;
    return value.startsWith('-') || value.endsWith(' BC') ? first : last;
  };

/** Decimals may be longer than a JSON number. */
function readNumber(value: string): string {
  const number = Number(value);
  if (Number.isFinite(number)) return value;
  if (Number.isNaN(number)) return '0';
  return String(number > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE);
}

const READS: Readonly<Record<number, Read>> = {
  [ColumnTypeEnum.Numeric]: readNumber,
  [ColumnTypeEnum.Date]: within(
    ({ length }) => length === 'YYYY-MM-DD'.length,
    '0001-01-01',
    '9999-12-31',
  ),
  [ColumnTypeEnum.DateTime]: within(
    (value) => value[4] === '-' && value.endsWith('+00:00'),
    '0001-01-01T00:00:00.000+00:00',
    LAST_MOMENT,
  ),
};

/** Replaces such values in the rows of a driver adapter, whose values of these types are strings. */
export function makeReadable(result: SqlResultSet): SqlResultSet {
  for (const [column, type] of result.columnTypes.entries()) {
    const read = READS[type];
    if (!read) continue;
    for (const row of result.rows) {
      const value = row[column];
      if (typeof value === 'string') row[column] = read(value);
    }
  }
  return result;
}

/** Replaces them in a record's related rows, which the database joins as JSON; their days have lost what they were. */
export function makeRelationsReadable(record: object): void {
  for (const [name, value] of Object.entries(record)) {
    const replace = (readable: unknown) => Object.assign(record, { [name]: readable });
    if (value instanceof Date) {
      if (Number.isNaN(value.getTime())) replace(new Date(LAST_MOMENT));
    } else if (Prisma.Decimal.isDecimal(value)) {
      if (!Number.isFinite(value.toNumber()))
        replace(new Prisma.Decimal(readNumber(value.toString())));
    } else if (typeof value === 'object' && value !== null) makeRelationsReadable(value);
  }
}
