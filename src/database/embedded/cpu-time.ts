// The CPU time of a process or thread on Linux.
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** In seconds, from a file such as `/proc/1/stat` (proc_pid_stat(5)); undefined without such a file. */
export function readCpuSeconds(statFile: string): number | undefined {
  try {
    const text = readFileSync(statFile, 'utf8');
    // The fields from the third one on: the second one is a name in brackets, which may have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[14 - 3]) + Number(fields[15 - 3])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
