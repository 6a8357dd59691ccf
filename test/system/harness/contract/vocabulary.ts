// The harness's own names of fields and values: each belongs to a name of GraphQL, which no version changes (D46).

const NAMES: Readonly<Record<string, string>> = { type: 'productType' };

const VALUES: Readonly<Record<string, number>> = { PRODUCT: 0, BUNDLE: 1, UNIT: 0, BULK: 1 };

/** The harness's name of a field. */
export const ownName = (graphqlName: string): string =>
  NAMES[graphqlName] ?? graphqlName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The harness's value of an allowed value; that of REST where the harness needs none of its own. */
export const ownValue = (graphqlValue: string, restValue: unknown): unknown => VALUES[graphqlValue] ?? restValue;
