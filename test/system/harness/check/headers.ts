// Checks the headers of a response that depend on its status and caller.
import type { AnsweredCall } from '../calls/call.ts';
import { isRehearsed, isThrottled, retryAfterSeconds } from '../calls/client.ts';
import { Finding } from './answer.ts';

const REFUSED_TOKEN = /^Bearer error="invalid_token", error_description="[^"]+"$/;
const PERMISSIONS = /^(?:read|write|delete)(?:, (?:read|write|delete))*$/;
const POLICY = /^"creates";q=(\d+);w=\d+$/;
const LEFT = /^"creates";r=(\d+);t=(\d+)$/;

export const VERSION_HEADER = 'X-API-Version';

/** The headers of every response: the version, the caller's, and Retry-After if it is rate limited. */
export function checkHeaders(answered: AnsweredCall): void {
  const [failure] = [
    ...versionFailures(answered),
    ...authenticationFailures(answered),
    ...budgetFailures(answered),
    ...reasonFailures(answered),
    ...waitFailures(answered),
  ];
  if (!failure) return;
  const [name, value] = failure;
  throw new Finding(`${name} on ${answered.surface}`, value ?? 'missing', answered);
}

/** The name of a header and its wrong value. */
type Failure = readonly [name: string, value: string | null | undefined];

const failuresOf = (isRight: boolean, ...failure: Failure): Failure[] =>
  isRight ? [] : [failure];

export function versionFailures({ headers }: Pick<AnsweredCall, 'headers'>): Failure[] {
  const version = headers.get(VERSION_HEADER);
  return failuresOf(/^\d{4}-\d\d-\d\d$/.test(version ?? ''), VERSION_HEADER, version);
}

function authenticationFailures(answered: AnsweredCall): Failure[] {
  const { call, status, headers } = answered;
  const { who = 'owner' } = call.credential ?? {};
  const challenge = headers.get('www-authenticate');
  const permissions = headers.get('token-permissions');
  const isRefused = status === 401;
  const isKnown = who !== 'nobody' && !isRefused;
  // A simulated 403 is always a missing permission.
  const mayChallenge = isRehearsed(answered);
  return [
    ...failuresOf(
      isRefused ? REFUSED_TOKEN.test(challenge ?? '') : mayChallenge || challenge === null,
      'WWW-Authenticate',
      `${challenge}`,
    ),
    ...failuresOf(
      isKnown ? PERMISSIONS.test(permissions ?? '') : permissions === null,
      'Token-Permissions',
      `${permissions} with ${status}`,
    ),
  ];
}

function budgetFailures({ surface, call, status, headers }: AnsweredCall): Failure[] {
  const [policy, left] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const isCreate = surface === 'rest' && call.method === 'POST' && status === 201;
  if (policy === null && left === null && !(isCreate && !headers.has('idempotency-replayed')))
    return [];
  const [, quota] = POLICY.exec(policy ?? '') ?? [];
  const [, remaining, seconds] = LEFT.exec(left ?? '') ?? [];
  const isThrottled = surface === 'rest' && status === 429;
  const isRight =
    Number(remaining) < Number(quota) &&
    (!isThrottled || seconds === headers.get('retry-after'));
  return [
    ...failuresOf(quota !== undefined, 'RateLimit-Policy', `${policy}`),
    ...failuresOf(isRight, 'RateLimit', `${left}, where the policy is ${policy}`),
  ];
}

/** The harness's tokens have every permission. */
function reasonFailures(answered: AnsweredCall): Failure[] {
  const { errors } = Object(answered.json) as {
    errors?: { extensions?: { code?: string; reason?: string } }[];
  };
  if (answered.surface !== 'graphql' || isRehearsed(answered) || !Array.isArray(errors))
    return [];
  const forbidden = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN');
  const { reason } = forbidden?.extensions ?? {};
  return failuresOf(!forbidden || reason === 'OWNERSHIP', 'extensions.reason', reason);
}

function waitFailures(answered: AnsweredCall): Failure[] {
  const isRight = !isThrottled(answered) || retryAfterSeconds(answered) !== undefined;
  return failuresOf(isRight, 'Retry-After', answered.headers.get('retry-after'));
}
