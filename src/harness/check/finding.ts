// A finding: a case in which the deployment does not keep its contract.
import type { Exchange, Surface } from '../exchange/client.ts';

export class Finding extends Error {
  override readonly name = 'Finding';
  /** What is wrong, without the values of the case: findings of one aspect are the same finding. */
  readonly aspect: string;
  /** The answers that are wrong. */
  readonly exchanges: readonly Exchange[];
  /** The surface at fault; absent where the two disagree. */
  readonly surface: Surface | undefined;

  constructor(aspect: string, detail: string, exchanges: readonly Exchange[], surface?: Surface) {
    super(`${aspect}: ${detail}`);
    this.aspect = aspect;
    this.exchanges = exchanges;
    this.surface = surface;
  }
}

/** Values in messages are for reading: long ones are cut. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text;
}
