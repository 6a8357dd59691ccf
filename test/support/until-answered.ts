// Requests to a service that may be too busy.
const MOST_TRIES = 10;

/** A node that is too busy for its deadline returns 503, and the client retries. */
export async function untilAnswered<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries++)
    answer = await send();
  return answer;
}
