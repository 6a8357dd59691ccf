// A recorded request of a person in a scene, on either surface.
import { BASE } from '../../support/app.ts';
import type { Person, Request, SceneName } from './golden-scene.ts';

export type Named = readonly [name: string, request: Request];

export const rest = (
  as: Person,
  line: string,
  body?: unknown,
  headers?: Record<string, string>,
  scene: SceneName = 'shop',
): Request => {
  const [method = '', path = ''] = line.split(' ');
  return {
    scene,
    as,
    method,
    path: `${BASE}${path}`,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  };
};

export const graphql = (as: Person, query: string, variables?: object, scene: SceneName = 'shop'): Request => ({
  scene,
  as,
  method: 'POST',
  path: '/graphql',
  body: { query, ...(variables && { variables }) },
});
