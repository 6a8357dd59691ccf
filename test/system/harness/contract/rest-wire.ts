// Translates between the harness's names and values and those of REST in the version under test.
import { RawNumber } from '../calls/json-text.ts';
import type { Shape } from './shape.ts';

/** An input as REST spells it; what the shape does not know stays as it is. */
export function toRest(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => toRest(entry, shape?.item));
  if (value instanceof RawNumber || typeof value !== 'object' || value === null) return toRestValue(value, shape);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = shape?.fields?.get(name)?.shape;
      return [field?.restName ?? name, toRest(inner, field)];
    }),
  );
}

function toRestValue(value: unknown, shape: Shape | undefined): unknown {
  const index = shape?.restValues ? (shape.values ?? []).indexOf(value) : -1;
  return index < 0 ? value : shape?.restValues?.[index];
}

/** An answer of REST in the harness's names and values. */
export function fromRest(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromRest(entry, shape?.item));
  if (typeof value !== 'object' || value === null) {
    const index = shape?.restValues?.indexOf(value) ?? -1;
    return index < 0 ? value : shape?.values?.[index];
  }
  const own = new Map([...(shape?.fields ?? [])].map(([name, field]) => [field.shape.restName ?? name, name]));
  return Object.fromEntries(
    Object.entries(value).map(([restName, inner]) => {
      const name = own.get(restName) ?? restName;
      return [name, fromRest(inner, shape?.fields?.get(name)?.shape)];
    }),
  );
}
