// The headers that say who called, why a token is refused, and how many creates are left (D48), and the reason of FORBIDDEN.
import type { AnsweredCall } from '../calls/call.ts';

const REFUSED_TOKEN = /^Bearer error="invalid_token", error_description="[^"]+"$/;
const PERMISSIONS = /^(?:read|write|delete)(?:, (?:read|write|delete))*$/;
const POLICY = /^"creates";q=(\d+);w=\d+$/;
const LEFT = /^"creates";r=(\d+);t=(\d+)$/;

/** The first fault: the name of the header and what is wrong with it. */
export function callerHeaderFault(answered: AnsweredCall): readonly [name: string, detail: string] | undefined {
  return authenticationFault(answered) ?? budgetFault(answered) ?? reasonFault(answered);
}

function authenticationFault({ call, status, headers }: AnsweredCall) {
  const { who = 'owner' } = call.credential ?? {};
  const challenge = headers.get('www-authenticate');
  const permissions = headers.get('token-permissions');
  if (status === 401 && !REFUSED_TOKEN.test(challenge ?? '')) return ['WWW-Authenticate', `${challenge}`] as const;
  if (status !== 401 && challenge !== null) return ['WWW-Authenticate', `${challenge} with ${status}`] as const;
  const isKnown = who !== 'nobody' && status !== 401;
  const fits = isKnown ? PERMISSIONS.test(permissions ?? '') : permissions === null;
  return fits ? undefined : (['Token-Permissions', `${permissions} with ${status}`] as const);
}

function budgetFault({ surface, call, status, headers }: AnsweredCall) {
  const [policy, left] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const isCreate = surface === 'rest' && call.method === 'POST' && status === 201;
  if (policy === null && left === null && !(isCreate && !headers.has('idempotency-replayed'))) return undefined;
  const [, quota] = POLICY.exec(policy ?? '') ?? [];
  const [, remaining, seconds] = LEFT.exec(left ?? '') ?? [];
  if (quota === undefined) return ['RateLimit-Policy', `${policy}`] as const;
  const isThrottled = surface === 'rest' && status === 429;
  const fits = Number(remaining) < Number(quota) && (!isThrottled || seconds === headers.get('retry-after'));
  return fits ? undefined : (['RateLimit', `${left}, where the policy is ${policy}`] as const);
}

/** The tokens of the harness have every permission. */
function reasonFault({ surface, json }: AnsweredCall) {
  if (surface !== 'graphql') return undefined;
  const { errors } = (json ?? {}) as { errors?: { extensions?: { code?: string; reason?: string } }[] };
  const forbidden = Array.isArray(errors)
    ? errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN')
    : undefined;
  const reason = forbidden?.extensions?.reason;
  return !forbidden || reason === 'OWNERSHIP' ? undefined : (['extensions.reason', `${reason}`] as const);
}
