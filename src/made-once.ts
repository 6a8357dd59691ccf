// Values that take time to make, and are then kept.

/** Makes the value at the first call, and after a failure at the next one. */
export function madeOnce<Value>(make: () => Promise<Value>) {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
