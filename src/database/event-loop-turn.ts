// Callbacks at the end of a turn of the event loop: requests that arrived in it share statements and system calls.

/** The callbacks of this turn: statements are sent first, then written to their connections. */
let current: { readonly collect: (() => void)[]; readonly flush: (() => void)[] } | undefined;

function thisTurn() {
  if (!current) {
    const turn = { collect: [], flush: [] };
    current = turn;
    setImmediate(() => endTurn(turn));
  }
  return current;
}

function endTurn({ collect, flush }: NonNullable<typeof current>): void {
  try {
    for (const callback of collect) callback();
  } finally {
    current = undefined;
    for (const callback of flush) callback();
  }
}

/** Calls back after the sockets are read; the callback may send further statements of this turn. */
export const onceRead = (callback: () => void): void => void thisTurn().collect.push(callback);

/** Calls back after all callbacks of `onceRead`. */
export const onceCollected = (callback: () => void): void => void thisTurn().flush.push(callback);
