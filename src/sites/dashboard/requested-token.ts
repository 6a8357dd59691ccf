// The token that the path of a request names.
import type { Context } from 'hono';
import { findToken, type TokenRow } from '../../accounts/tokens.ts';
import { parseId } from '../../operation/id.ts';
import type { DashboardDeps, DashboardEnv } from './context.ts';

/** A token of the user of the session; null for any other id. */
export async function requestedToken(c: Context<DashboardEnv>, { db }: DashboardDeps): Promise<TokenRow | null> {
  const id = parseId(c.req.param('id'));
  return id === undefined ? null : findToken(db, c.get('user').id, id);
}
