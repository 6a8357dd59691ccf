// JSON text with numbers that JavaScript spells otherwise: 1e999, 1.0, -0.

/** A number in JSON with exactly this spelling. */
export class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  valueOf(): number {
    return Number(this.text);
  }
}

/** `value` as JSON; a lone surrogate becomes an escape, as in JSON.stringify. */
export function jsonText(value: unknown): string {
  if (value instanceof RawNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`;
}

/** `value` after a server has parsed its JSON. */
export const asRead = (value: unknown): unknown => JSON.parse(jsonText(value));

/** Whether two JSON values are equal; the order of members and the sign of zero do not count. */
export const sameJson = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
