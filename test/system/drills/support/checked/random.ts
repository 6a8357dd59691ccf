// Choices that are the same in each run of a drill with the same seed.

export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  chance(share: number): boolean;
  of<Value>(values: readonly Value[]): Value;
  /** Some of the values, at least one, in any order. */
  someOf<Value>(values: readonly Value[]): Value[];
}

/** The generator Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const of = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  return {
    below,
    of,
    chance: (share) => next() < share,
    someOf(values) {
      const rest = [...values];
      return Array.from({ length: 1 + below(rest.length) }, () => rest.splice(below(rest.length), 1)).flat();
    },
  };
}
