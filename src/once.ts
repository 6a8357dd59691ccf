// A value that is made once.

/** Makes the value at the first call; a failed attempt is made again. */
export function once<Value>(make: () => Promise<Value>) {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
