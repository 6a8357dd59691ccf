// The progress of a run on stderr: one line that is redrawn on a terminal, a line every few seconds elsewhere.
import type { Progress } from './report.ts';
import { progressLine } from './summary.ts';

const REDRAW_MILLISECONDS = 500;
const LINE_MILLISECONDS = 5_000;

export function createProgress() {
  const { isTTY } = process.stderr;
  const clear = isTTY ? '\r\u001B[K' : '';
  let last = performance.now();
  return {
    update(progress: Progress): void {
      if (progress.note) process.stderr.write(`${clear}${progress.note}\n`);
      const now = performance.now();
      if (now - last < (isTTY ? REDRAW_MILLISECONDS : LINE_MILLISECONDS)) return;
      last = now;
      process.stderr.write(isTTY ? `${clear}${progressLine(progress)}` : `${progressLine(progress)}\n`);
    },
    /** Removes the line that was redrawn. */
    end: () => void process.stderr.write(clear),
  };
}
