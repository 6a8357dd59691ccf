// What the documents of both surfaces say about inputs and writes: what null does to a field (D13), the throttle (D31), the key (D40).
import type { z } from 'zod';
import { domainObjects } from './field-types.ts';
import { IDEMPOTENCY_KEY } from './idempotency.ts';
import type { AnyOperation } from './operation.ts';

/** What null does to a field of an input; nothing to say where it cannot be sent. `isRequired`: by the version. */
export function describeNull(input: z.ZodObject, field: z.ZodType, isRequired = false): string {
  const use = domainObjects.get(input)?.use;
  if (use === 'create') return field.isOptional() ? 'Null is the same as absent.' : '';
  if (use !== 'update') return '';
  if (!field.isNullable()) return 'Null is refused: `REQUIRED`.';
  return isRequired ? 'Null is accepted where it is what is stored.' : 'Null clears it.';
}

/** What a write takes of the throttle, and what its key does. */
export const describeWrite = ({ throttled, replay }: AnyOperation): string =>
  [
    throttled && 'Takes a point of the budget of creates, which both surfaces share; a refused input takes one too.',
    replay && `With an \`${IDEMPOTENCY_KEY}\` it is done once in 24 hours, over both surfaces.`,
  ]
    .filter(Boolean)
    .join(' ');
