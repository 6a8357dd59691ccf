// Callbacks at the end of a turn of the event loop: requests that arrived in it share statements and system calls.

/** The callbacks of this turn: statements are sent first, then written to their connections. */
let ends: { readonly collect: (() => void)[]; readonly flush: (() => void)[] } | undefined;

function thisTurn() {
  if (!ends) {
    const turn = { collect: [], flush: [] };
    ends = turn;
    setImmediate(() => endOf(turn));
  }
  return ends;
}

function endOf({ collect, flush }: NonNullable<typeof ends>): void {
  try {
    for (const callback of collect) callback();
  } finally {
    ends = undefined;
    for (const callback of flush) callback();
  }
}

/** Calls back once the sockets were read; further statements may be sent then, without a wait. */
export const onceRead = (callback: () => void): void => void thisTurn().collect.push(callback);

/** Calls back behind those of `onceRead`. */
export const onceCollected = (callback: () => void): void => void thisTurn().flush.push(callback);
