// Logs when this process can open no more files: the kernel then closes new connections, which Node doesn't report.

import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import type { Log } from '../log.ts';

const LOOK_MILLISECONDS = 1_000;

/** One line each time it begins. */
export function watchFiles(logger: Pick<Log, 'warn'>) {
  let isExhausted = false;
  const look = async () => {
    const wasExhausted = isExhausted;
    isExhausted = await isOutOfFiles();
    if (isExhausted && !wasExhausted)
      logger.warn('too many open files: new connections are closed');
  };
  setInterval(look, LOOK_MILLISECONDS).unref();
}

/** Of the process, or of the machine. */
const isOutOfFiles = () =>
  open(devNull).then(
    (file) => file.close().then(() => false),
    ({ code }: NodeJS.ErrnoException) => code === 'EMFILE' || code === 'ENFILE',
  );
