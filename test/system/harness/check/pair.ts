// Compares the two responses of one case with each other.
import { type Surface, sameJson } from '../calls/call.ts';
import type {
  ExpectedAnswer,
  ExpectedError,
  ExpectedPair,
} from '../expect/expected-answer.ts';
import { expectSame, Finding, shown } from './answer.ts';
import { VERSION_HEADER } from './headers.ts';
import type { SentOne } from './observed-answer.ts';

/** One case as it was sent over both APIs. */
export type SentPair = Readonly<Record<Surface, SentOne>>;

/** Both have the same version; on success it is the one under test. */
export function checkVersions(pair: SentPair, version: string): void {
  const { rest, graphql } = pair;
  const versions = [rest, graphql].map(({ answered }) =>
    answered.headers.get(VERSION_HEADER),
  );
  expectAgreement('versions', versions, pair);
  if (rest.answered.status < 300)
    expectSame(
      `${VERSION_HEADER} of a request`,
      versions[0],
      version,
      rest.answered,
      graphql.answered,
    );
}

/** Both return the same object, or the same message. */
export function checkAgreement(pair: SentPair, expected: ExpectedPair): void {
  const [rest, graphql] = [pair.rest.observed, pair.graphql.observed];
  if (rest.kind === graphql.kind)
    expectAgreement('messages', [rest.message, graphql.message], pair);
  // Over REST, a write doesn't return the product.
  if (rest.resource && graphql.resource)
    expectAgreement('answers', [rest.resource, graphql.resource], pair);
  checkMessages(pair, expected);
}

/** The same error of the same field has the same message, unless it names values that the APIs spell differently. */
function checkMessages(pair: SentPair, expected: ExpectedPair): void {
  const { rest, graphql } = pair;
  const restErrors = errorsOf(expected.rest);
  for (const [index, error] of errorsOf(expected.graphql).entries()) {
    const other = restErrors.findIndex(({ path, code }) =>
      sameJson([path, code], [error.path, error.code]),
    );
    if (other < 0 || !sameJson(error.mentions?.rest, error.mentions?.graphql)) continue;
    const errors = [rest.observed.errors?.[other], graphql.observed.errors?.[index]];
    const messages = errors.map((one) => one?.message);
    expectAgreement('messages of errors', messages, pair);
  }
}

const errorsOf = (expected: ExpectedAnswer): readonly ExpectedError[] =>
  expected.kind === 'invalid' ? expected.errors : [];

function expectAgreement(
  aspect: string,
  [ofRest, ofGraphQL]: readonly unknown[],
  { rest, graphql }: SentPair,
): void {
  if (!sameJson(ofRest, ofGraphQL))
    throw new Finding(
      `REST and GraphQL differ in their ${aspect}`,
      `REST ${shown(ofRest)}, GraphQL ${shown(ofGraphQL)}`,
      rest.answered,
      graphql.answered,
    );
}
