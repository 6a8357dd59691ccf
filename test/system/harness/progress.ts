// The progress of a run: a line that is overwritten on a terminal, one line for each suite elsewhere.
import type { WriteStream } from 'node:tty';

type Terminal = Pick<WriteStream, 'isTTY' | 'write'>;

const START_OF_CLEARED_LINE = '\r\u001b[2K';

export function showProgress(terminal: Terminal) {
  const over = terminal.isTTY ? START_OF_CLEARED_LINE : '';
  return {
    onProgress(suite: string, done: number, of: number): void {
      if (terminal.isTTY) terminal.write(`${over}${suite}: ${done} of ${of}`);
      else if (done === 0) terminal.write(`${suite}: ${of} cases\n`);
    },
    onThrottled(seconds: number): void {
      terminal.write(`${over}Create rate limit reached: waiting ${seconds} s.\n`);
    },
    end: () => void terminal.write(over),
  };
}
