// Ends the process for certain and within a bound, whatever its output and its threads wait for.
import { standardError, standardOutput } from './output.ts';

/** For the last lines of the log. */
export const FLUSH_MILLISECONDS = 250;

/** At most: the last lines, and a process that starts only to exit. */
export const END_MILLISECONDS = FLUSH_MILLISECONDS + 150;

/** Calls in the thread pool, which process.exit() waits for; a name server or a disk may never respond. */
const POOLED = /^(FSReq|GetAddrInfoReq|GetNameInfoReq)/;

export async function endProcess(code: number) {
  await Promise.all(
    [standardOutput, standardError].map((one) => one.flush(FLUSH_MILLISECONDS)),
  );
  if (!process.getActiveResourcesInfo().some((kind) => POOLED.test(kind))) process.exit(code);
  try {
    // Replaces the process, with its threads, by one that exits. Process 1 of a container couldn't even kill itself.
    process.execve?.(
      process.execPath,
      [process.execPath, '--eval', `process.exit(${code})`],
      {},
    );
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}
