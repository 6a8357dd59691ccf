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
  const [failure] = headerFailures(answered);
  if (!failure) return;
  const [name, value] = failure;
  throw new Finding(`${name} on ${answered.surface}`, value ?? 'missing', answered);
}

/** The name of a header and its wrong value. */
type Failure = readonly [name: string, value: string | null | undefined];

function* headerFailures(answered: AnsweredCall): Generator<Failure> {
  const { headers } = answered;
  if (!hasVersion(answered)) yield [VERSION_HEADER, headers.get(VERSION_HEADER)];
  yield* authenticationFailures(answered);
  yield* budgetFailures(answered);
  yield* reasonFailures(answered);
  if (isThrottled(answered) && retryAfterSeconds(answered) === undefined)
    yield ['Retry-After', headers.get('retry-after')];
}

export const hasVersion = ({ headers }: Pick<AnsweredCall, 'headers'>): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(headers.get(VERSION_HEADER) ?? '');

function* authenticationFailures(answered: AnsweredCall): Generator<Failure> {
  const { call, status, headers } = answered;
  const { who = 'owner' } = call.credential ?? {};
  const challenge = headers.get('www-authenticate');
  const permissions = headers.get('token-permissions');
  // A simulated 403 is always a missing permission.
  const isChallenged =
    status === 401
      ? REFUSED_TOKEN.test(challenge ?? '')
      : challenge === null || isRehearsed(answered);
  if (!isChallenged) yield ['WWW-Authenticate', `${challenge}`];
  const isKnown = who !== 'nobody' && status !== 401;
  if (isKnown ? !PERMISSIONS.test(permissions ?? '') : permissions !== null)
    yield ['Token-Permissions', `${permissions} with ${status}`];
}

function* budgetFailures({
  surface,
  call,
  status,
  headers,
}: AnsweredCall): Generator<Failure> {
  const [policy, left] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const isCreate = surface === 'rest' && call.method === 'POST' && status === 201;
  const isCounted = isCreate && !headers.has('idempotency-replayed');
  if (policy === null && left === null && !isCounted) return;
  const [, quota] = POLICY.exec(policy ?? '') ?? [];
  const [, remaining, seconds] = LEFT.exec(left ?? '') ?? [];
  if (quota === undefined) yield ['RateLimit-Policy', `${policy}`];
  const isRefused = surface === 'rest' && status === 429;
  const isRight = !isRefused || seconds === headers.get('retry-after');
  if (!(Number(remaining) < Number(quota) && isRight))
    yield ['RateLimit', `${left}, where the policy is ${policy}`];
}

/** The harness's tokens have every permission. */
function* reasonFailures(answered: AnsweredCall): Generator<Failure> {
  const { errors } = Object(answered.json) as {
    errors?: { extensions?: { code?: string; reason?: string } }[];
  };
  if (answered.surface !== 'graphql' || isRehearsed(answered) || !Array.isArray(errors))
    return;
  const forbidden = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN');
  const reason = forbidden?.extensions?.reason;
  if (forbidden && reason !== 'OWNERSHIP') yield ['extensions.reason', reason];
}
