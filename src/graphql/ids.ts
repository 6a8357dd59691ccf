// Ids inside inputs: GraphQL carries them as text, the domain as numbers.

/** An integer as JavaScript prints it, so that a large one is too large here as it is on REST. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,20}|-?[1-9](?:\.[0-9]{1,20})?e\+[0-9]{1,3})$/;

/** Stands for text that is no number; no schema takes it. */
const NO_NUMBER = Symbol('no number');

/** The input of create-bundle with `items[].adId` as numbers; whatever else is wrong stays as it is. */
export function withNumericIds(input: unknown): unknown {
  if (!isRecord(input) || !Array.isArray(input.items)) return input;
  return { ...input, items: input.items.map((item) => (isRecord(item) ? { ...item, ...numericId(item) } : item)) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numericId({ adId }: Readonly<Record<string, unknown>>): { adId?: unknown } {
  if (typeof adId !== 'string') return {};
  return { adId: INTEGER.test(adId) ? Number(adId) : NO_NUMBER };
}
