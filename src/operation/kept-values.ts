// Values that are kept by their keys.

/** The value of a key, if it is kept; keeps a given one. Beyond `most` values the oldest is dropped. */
export function keepUpTo<Value>(most: number) {
  const kept = new Map<string, Value>();
  function keep(key: string): Value | undefined;
  function keep(key: string, value: Value): Value;
  function keep(key: string, value?: Value): Value | undefined {
    if (value === undefined) return kept.get(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  }
  return keep;
}
