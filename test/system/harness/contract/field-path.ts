// The path of a field in an input, spelled as the `field` of an error on either surface (D18, D35).
import type { Surface } from '../calls/call.ts';
import type { Envelope } from './rest-contract.ts';
import type { Shape } from './shape.ts';

/** The harness's names and the indexes of lists, from the input inwards; empty for the input itself. */
export type Path = readonly (string | number)[];

/** Such as `items[0].ad_id` on REST and `items[0].adId` on GraphQL; `envelope` is that of the input, if it has one. */
export function spelled(path: Path, surface: Surface, envelope: Pick<Envelope, 'name' | 'shape'> | undefined): string {
  if (path.length === 0) return surface === 'rest' ? (envelope?.name ?? '') : '';
  return joined(envelope ? withNames(path, envelope.shape, surface) : path);
}

const joined = (path: Path): string =>
  path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`;
    return field === '' ? step : `${field}.${step}`;
  }, '');

function withNames(path: Path, shape: Shape, surface: Surface): Path {
  let here: Shape | undefined = shape;
  return path.map((step) => {
    here = typeof step === 'number' ? here?.item : here?.fields?.get(step)?.shape;
    if (typeof step === 'number') return step;
    return (surface === 'rest' ? here?.restName : here?.graphqlName) ?? step;
  });
}
