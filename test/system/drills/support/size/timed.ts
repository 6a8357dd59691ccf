// A row of the table for work that is repeated and timed, and fails beyond its bound.
import type { Row } from '../../drill.ts';

/** `within` is in milliseconds. An error fails the row and is told on stderr. */
export async function timed(what: string, within: number, work: () => Promise<unknown>, times = 1): Promise<Row> {
  const row = { what: `${what}, within ${within / 1000} s`, sent: times, answered: 0, failed: 0, lost: 0 };
  let slowestMilliseconds = 0;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    const isDone = await work().then(
      () => true,
      (error: unknown) => process.stderr.write(`${what}: ${error}\n`) && false,
    );
    const milliseconds = performance.now() - start;
    slowestMilliseconds = Math.max(slowestMilliseconds, milliseconds);
    if (isDone && milliseconds <= within) row.answered++;
    else row.failed++;
  }
  return { ...row, slowestMilliseconds };
}
