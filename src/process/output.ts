// Standard output and error of a process that never waits for them: if the reader is slow, stopped or gone, or the disk
// is full, lines wait in memory up to a limit, and further ones are dropped and counted.
import { constants, fstatSync, openSync, write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isatty } from 'node:tty';

/** Of lines in memory; the second one is for security events, which the others leave alone. */
const MOST_BYTES = { lines: 2 ** 20, withEvents: 2 ** 21 };
/** Lines share system calls, which take longer than the lines themselves. */
const TOGETHER = { bytes: 8_192, milliseconds: 100 };
/** Until the next attempt: after the reader was too slow, and after an error. */
const RETRY_MILLISECONDS = { EAGAIN: 10, others: 1_000 };

export class Output {
  readonly isTTY: boolean;
  readonly #descriptor: 1 | 2;
  #opened: number | undefined;
  #waiting: string[] = [];
  /** What is being written, or is left of it. */
  #sending = Buffer.alloc(0);
  /** Of all lines in memory. */
  #bytes = 0;
  #state: 'idle' | 'writing' | 'slow' | 'failed' = 'idle';
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  #reported = 0;
  /** Called with the number of lines dropped since the last call, once all lines in memory are written. */
  onRecovered: ((lines: number) => void) | undefined;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
    this.isTTY = isatty(descriptor);
  }

  get droppedLines() {
    return this.#dropped;
  }

  /** One or more whole lines, or a security event. */
  write(text: string, isEvent = false) {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes + bytes > MOST_BYTES[isEvent ? 'withEvents' : 'lines']) {
      this.#dropped++;
      return;
    }
    this.#waiting.push(text);
    this.#bytes += bytes;
    if (this.#state !== 'idle') return;
    if (this.isTTY || this.#bytes >= TOGETHER.bytes) this.#send();
    else this.#timer ??= this.#sendLater(TOGETHER.milliseconds);
  }

  /**
   * Resolves when all is written, after an error, or after so many pauses of a millisecond. They are counted, because a
   * process with little CPU time would use up the time on a clock without writing anything.
   */
  async flush(pauses: number) {
    for (let left = pauses; left > 0; left--) {
      if (this.#state !== 'writing') this.#send();
      await delay(1);
      if (this.#bytes === 0 || this.#state === 'failed') return;
    }
  }

  #sendLater(milliseconds: number) {
    return setTimeout(() => this.#send(), milliseconds).unref();
  }

  #send() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending.length === 0) {
      this.#sending = Buffer.from(this.#waiting.join(''));
      this.#waiting = [];
    }
    if (this.#sending.length === 0) {
      this.#recovered();
      return;
    }
    this.#state = 'writing';
    this.#opened ??= openedAgain(this.#descriptor);
    write(this.#opened, this.#sending, (error, written) => this.#sent(error, written));
  }

  #sent(error: NodeJS.ErrnoException | null, written: number) {
    if (error) {
      const isSlow = error.code === 'EAGAIN';
      this.#state = isSlow ? 'slow' : 'failed';
      this.#timer = this.#sendLater(RETRY_MILLISECONDS[isSlow ? 'EAGAIN' : 'others']);
      return;
    }
    this.#sending = this.#sending.subarray(written);
    this.#bytes -= written;
    this.#send();
  }

  #recovered() {
    this.#state = 'idle';
    const lines = this.#dropped - this.#reported;
    if (lines === 0) return;
    this.#reported = this.#dropped;
    this.onRecovered?.(lines);
  }
}

const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;

/**
 * A descriptor that doesn't block, unless it is a file. A pipe or a terminal is opened again, because the flag belongs
 * to everyone who shares the description. A socket, or a pipe of another user, can't be; Node makes it non-blocking.
 */
function openedAgain(descriptor: 1 | 2) {
  if (fstatSync(descriptor).isFile()) return descriptor;
  const path = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : '/dev/tty';
  try {
    if (process.platform === 'linux' || isatty(descriptor))
      return openSync(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {}
  void process[descriptor === 1 ? 'stdout' : 'stderr'];
  return descriptor;
}

export const standardOutput = new Output(1);
export const standardError = new Output(2);
