// A finding: a case in which the deployment breaks its contract.
import type { AnsweredCall, Surface } from '../calls/call.ts';

export class Finding extends Error {
  override readonly name = 'Finding';
  /** The broken rule without the values of the case: findings of one aspect count as the same. */
  readonly aspect: string;
  /** The calls with the wrong answers. */
  readonly calls: readonly AnsweredCall[];
  /** The surface at fault; absent where the two surfaces disagree. */
  readonly surface: Surface | undefined;

  constructor(aspect: string, detail: string, calls: readonly AnsweredCall[], surface?: Surface) {
    super(`${aspect}: ${detail}`);
    this.aspect = aspect;
    this.calls = calls;
    this.surface = surface;
  }
}

const MAX_SHOWN_LENGTH = 600;

/** A value in a message, cut where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}… (${text.length} characters)` : text;
}

export const SURFACE_TITLES: Readonly<Record<Surface, string>> = { rest: 'REST', graphql: 'GraphQL' };
