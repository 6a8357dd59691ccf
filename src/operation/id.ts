// IDs: integers from 1 to 2 147 483 647 in plain decimal.

export type Id = number;

export const MAX_INT32 = 2_147_483_647;
export const MIN_INT32 = -MAX_INT32 - 1;

const PLAIN_DECIMAL = /^[1-9][0-9]{0,9}$/;

/** The ID in a path segment or a GraphQL ID; undefined if it isn't one. */
export function parseId(value: unknown): Id | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !PLAIN_DECIMAL.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_INT32 ? id : undefined;
}
