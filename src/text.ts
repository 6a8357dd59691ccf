// Strings in names and messages.

/** The longest name a response repeats, in characters, because a client can send a name of any length. */
const MAX_NAME_LENGTH = 100;

/** `readProduct` as `ReadProduct`: names of types start with a capital. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `stockType` as `stock_type`: names on REST, and columns. */
export const snakeCase = (name: string) =>
  name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** A paragraph of the sentences that there are. */
export const sentences = (...all: readonly (string | false | undefined)[]) =>
  all.filter(Boolean).join(' ');

const HALF_OF_PAIR = /[\uD800-\uDBFF]$/;

/** A client's string, or its first whole characters; valid Unicode whatever it was. */
export function cut(text: string, length = MAX_NAME_LENGTH): string {
  if (text.length <= length) return text.toWellFormed();
  return `${text.slice(0, length).replace(HALF_OF_PAIR, '').toWellFormed()}…`;
}
