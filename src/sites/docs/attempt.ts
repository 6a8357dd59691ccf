// Attempts to make parts of the documentation: one that fails is reported, and takes no other with it.

/** Undefined if `what` can not be made. */
export type Attempt = <Made>(what: string, make: () => Made | Promise<Made>) => Promise<Made | undefined>;

export const createAttempt =
  (onFault: (fault: Error) => void): Attempt =>
  async (what, make) => {
    try {
      return await make();
    } catch (cause) {
      onFault(new Error(`${what} can not be made: ${cause instanceof Error ? cause.message : cause}`, { cause }));
      return undefined;
    }
  };
