// The steps of a stop within one time limit, whatever each of them waits for.
import { setTimeout as delay } from 'node:timers/promises';

/** Works that end at the same time. */
type Stage = readonly (() => Promise<unknown> | undefined)[];

/** Ends each stage after the one before; false if they are not done in time. */
export async function stopWithin(
  milliseconds: number,
  stages: readonly Stage[],
): Promise<boolean> {
  async function endAll() {
    for (const stage of stages) await Promise.all(stage.map((work) => work()));
    return true;
  }
  return Promise.race([endAll(), delay(milliseconds, false)]);
}
