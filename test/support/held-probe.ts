// A check of images that waits, so that a test can act while requests are in work.

/** Images are reachable once `open` is called. */
export function heldProbe() {
  const gate = Promise.withResolvers<void>();
  const probe = {
    /** The number of checks that began, and of those that wait. */
    begun: 0,
    waiting: 0,
    open: gate.resolve,
    imageProbe: {
      async reachable(urls: readonly string[]) {
        probe.begun++;
        probe.waiting++;
        await gate.promise;
        probe.waiting--;
        return urls.map(() => true);
      },
    },
  };
  return probe;
}
