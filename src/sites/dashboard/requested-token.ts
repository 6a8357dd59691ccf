// The token that the path of a request names.
import type { MiddlewareHandler } from 'hono';
import { findToken } from '../../accounts/tokens.ts';
import { parseId } from '../../operation/id.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';

/** Sets the token, with its last use; 404 for any id but one of a token of the user. */
export const requireToken =
  ({ db, usage }: DashboardDeps): MiddlewareHandler<DashboardEnv> =>
  async (c, next) => {
    const id = parseId(c.req.param('id'));
    if (c.req.method === 'GET') await usage.flush();
    const token = id !== undefined && (await findToken(db, c.get('user').id, id));
    if (!token) return c.notFound();
    c.set('token', token);
    return next();
  };
