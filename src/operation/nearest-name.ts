// The known name that an unknown one probably stands for: in another case, or with a slip or two (D17).
import { closestMatch } from 'leven';

/** Longer names are not compared: a client can make one as long as its request. */
const MAX_LENGTH = 40;

/** One slip in three or four letters, two in more. */
const slipsIn = (letters: string) => Math.min(2, Math.floor(letters.length / 2.5));

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `known` are pairs of a spelling and of the name that is answered for it; a later pair goes before an earlier one. */
export function nearestName(name: string, known: readonly (readonly [string, string])[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const letters = lettersOf(name);
  const names = new Map(known.map(([spelling, answered]) => [lettersOf(spelling), answered]));
  return names.get(closestMatch(letters, [...names.keys()], { maxDistance: slipsIn(letters) }) ?? '');
}
