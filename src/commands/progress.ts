// The progress of a long command on stderr.

const REDRAW_MILLISECONDS = 500;
const LINE_MILLISECONDS = 5_000;

export interface Progress {
  update(describe: () => string): void;
  /** Removes the line that was redrawn. */
  end(): void;
}

/** Redraws one line on a terminal; prints a line every few seconds elsewhere, such as in a log. */
export function createProgress(): Progress {
  const { isTTY } = process.stderr;
  const clear = isTTY ? '\r\u001B[K' : '';
  let last = performance.now();
  return {
    update(describe) {
      const now = performance.now();
      if (now - last < (isTTY ? REDRAW_MILLISECONDS : LINE_MILLISECONDS)) return;
      last = now;
      process.stderr.write(isTTY ? `${clear}${describe()}` : `${describe()}\n`);
    },
    end: () => void process.stderr.write(clear),
  };
}
