// Checks the headers of a response that depend on its status and caller.
import type { AnsweredCall } from '../calls/call.ts';
import { isRehearsed, isThrottled, retryAfterSeconds } from '../calls/client.ts';
import { Finding } from './answer.ts';

const REFUSED_TOKEN = /^Bearer error="invalid_token", error_description="[^"]+"$/;
const PERMISSIONS = /^(?:read|write|delete)(?:, (?:read|write|delete))*$/;
const POLICY = /^"creates";q=(\d+);w=\d+$/;
const LEFT = /^"creates";r=(\d+);t=(\d+)$/;

/** The first error: the name of the header and what is wrong with it. */
function callerHeaderFailure(
  answered: AnsweredCall,
): readonly [name: string, detail: string] | undefined {
  return (
    authenticationFailure(answered) ?? budgetFailure(answered) ?? reasonFailure(answered)
  );
}

function authenticationFailure(answered: AnsweredCall) {
  const { call, status, headers } = answered;
  const { who = 'owner' } = call.credential ?? {};
  const challenge = headers.get('www-authenticate');
  const permissions = headers.get('token-permissions');
  if (status === 401 && !REFUSED_TOKEN.test(challenge ?? ''))
    return ['WWW-Authenticate', `${challenge}`] as const;
  // A simulated 403 is always a missing permission.
  const isChallenge = status === 401 || isRehearsed(answered);
  if (!isChallenge && challenge !== null)
    return ['WWW-Authenticate', `${challenge} with ${status}`] as const;
  const isKnown = who !== 'nobody' && status !== 401;
  const fits = isKnown ? PERMISSIONS.test(permissions ?? '') : permissions === null;
  return fits ? undefined : (['Token-Permissions', `${permissions} with ${status}`] as const);
}

function budgetFailure({ surface, call, status, headers }: AnsweredCall) {
  const [policy, left] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const isCreate = surface === 'rest' && call.method === 'POST' && status === 201;
  if (policy === null && left === null && !(isCreate && !headers.has('idempotency-replayed')))
    return undefined;
  const [, quota] = POLICY.exec(policy ?? '') ?? [];
  const [, remaining, seconds] = LEFT.exec(left ?? '') ?? [];
  if (quota === undefined) return ['RateLimit-Policy', `${policy}`] as const;
  const isThrottled = surface === 'rest' && status === 429;
  const fits =
    Number(remaining) < Number(quota) &&
    (!isThrottled || seconds === headers.get('retry-after'));
  return fits
    ? undefined
    : (['RateLimit', `${left}, where the policy is ${policy}`] as const);
}

/** The harness's tokens have every permission. */
function reasonFailure(answered: AnsweredCall) {
  if (answered.surface !== 'graphql' || isRehearsed(answered)) return undefined;
  const { errors } = (answered.json ?? {}) as {
    errors?: { extensions?: { code?: string; reason?: string } }[];
  };
  const forbidden = Array.isArray(errors)
    ? errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN')
    : undefined;
  const reason = forbidden?.extensions?.reason;
  return !forbidden || reason === 'OWNERSHIP'
    ? undefined
    : (['extensions.reason', `${reason}`] as const);
}

export const VERSION_HEADER = 'X-API-Version';
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The headers of every response: the version, the caller's, and Retry-After if it is rate limited. */
export function checkHeaders(answered: AnsweredCall): void {
  const { surface, headers } = answered;
  const version = headers.get(VERSION_HEADER);
  if (version === null || !DATE.test(version))
    throw new Finding(`${VERSION_HEADER} on ${surface}`, version ?? 'missing', answered);
  const [name, detail] = callerHeaderFailure(answered) ?? [];
  if (name) throw new Finding(`${name} on ${surface}`, detail ?? '', answered);
  if (!isThrottled(answered) || retryAfterSeconds(answered) !== undefined) return;
  const text = headers.get('retry-after') ?? 'missing';
  throw new Finding(
    `Retry-After on ${surface}`,
    `${text}, not a whole number of seconds`,
    answered,
  );
}
