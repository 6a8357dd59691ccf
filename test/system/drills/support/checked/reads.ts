// The reads of one person, with a document that was seen before or a new one, on either surface.
import { type Ask, VERSION, type World } from './caller.ts';
import { type GraphqlAnswer, type Query, randomQuery } from './documents.ts';
import { judgeGraphql, judgeRest, type RestAnswer, refusal, type Verdict } from './judge.ts';
import type { Member } from './population.ts';
import { aborting } from './retries.ts';
import { type Access, accessTo, type Kind, productOnRest, type Rental, rentalOnRest, type Thing } from './things.ts';

/** Above every id that is given out. */
const NO_ID = 2_000_000_000;
const OTHERS_SHARE = 0.08;

/** What the person may do, and whether the token is valid, at the time of a read. */
export interface Rights {
  readonly hasToken?: boolean;
  readonly mayRead?: boolean;
}

/** `rights` are those that the answer may be right for: two while they change. */
type Read = (rights?: readonly Rights[], token?: string) => Promise<void>;

export const tagOf = ({ revision }: Thing) => `"${VERSION}.${revision}"`;

export function createReads(world: World, member: Member, ask: Ask) {
  const { random, known, members } = world;
  const idOf = (kind: Kind): number => {
    if (random.chance(OTHERS_SHARE)) return NO_ID + random.below(1_000_000);
    const { rentals, still, changing } = random.chance(OTHERS_SHARE) ? random.of(members) : member;
    return random.of(kind === 'rental' ? rentals : [...still, ...changing]);
  };
  const accessOf = (kind: Kind, id: number, { mayRead = true }: Rights): Access =>
    mayRead ? accessTo(known, kind, id, member) : 'FORBIDDEN';

  const restRead: Read = async (rights = [{}], token = member.token) => {
    const kind = random.of(['product', 'product', 'rental'] as const);
    const id = idOf(kind);
    const expected = rights.map((right) => restAnswer(right, () => accessOf(kind, id, right)));
    const request = { path: `/${kind}/${id}`, token, abortAfterMilliseconds: aborting(world) };
    await ask('REST read', request, (received) => either(expected, (one) => judgeRest(received, one)));
  };

  const graphqlRead = async (what: string, query: Query, rights: readonly Rights[] = [{}], token = member.token) => {
    const ids = query.kinds.map(idOf);
    const expected = rights.map((right) =>
      graphqlAnswer(right, () => {
        const found = query.kinds.map((kind, index) => accessOf(kind, ids[index] ?? 0, right));
        return query.answer(found, { known, person: member });
      }),
    );
    const variables = Object.fromEntries(ids.map((id, index) => [`v${index}`, String(id)]));
    const request = { body: { query: query.text, variables }, token, abortAfterMilliseconds: aborting(world) };
    await ask(what, request, (received) => either(expected, (one) => judgeGraphql(received, one)));
  };
  const seen: Read = (rights, token) =>
    graphqlRead('GraphQL read, seen document', random.of(world.documents), rights, token);
  const unseen: Read = (rights, token) => graphqlRead('GraphQL read, new document', randomQuery(random), rights, token);
  return { restRead, seen, unseen, any: ((...args) => random.of([restRead, seen, unseen])(...args)) as Read };
}

function restAnswer({ hasToken = true }: Rights, access: () => Access): RestAnswer {
  if (!hasToken) return refusal('AUTH_INVALID_TOKEN');
  const found = access();
  if (typeof found === 'string') return refusal(found);
  if ('tenant' in found) return { status: 200, body: rentalOnRest(found as Rental) };
  return { status: 200, body: productOnRest(found as Thing), etag: tagOf(found as Thing) };
}

const graphqlAnswer = ({ hasToken = true }: Rights, answer: () => GraphqlAnswer): GraphqlAnswer =>
  hasToken ? answer() : { data: undefined, errors: [{ code: 'AUTH_INVALID_TOKEN', path: [] }] };

/** The verdict on the first expectation that is met, else that on the last. */
function either<Expected>(expected: readonly Expected[], judge: (one: Expected) => Verdict): Verdict {
  const verdicts = expected.map(judge);
  return verdicts.find((verdict) => typeof verdict === 'string') ?? verdicts.at(-1) ?? { wrong: 'nothing expected' };
}
