// The rules for new passwords (D49, NIST SP 800-63B): long, none of the commonest, none that others can guess.
import { readFile } from 'node:fs/promises';

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

const FEWEST_DIFFERENT = 5;

/** Read at each change of a password: 140 kB, in a fraction of a millisecond. */
const COMMONEST = new URL('./common-passwords.txt', import.meta.url);

const SERVICE_NAMES = ['Rental Marketplace Owner API', 'Rental Marketplace', 'Owner API'];

/** The account of a new password. */
export interface PasswordAccount {
  readonly email: string;
  readonly name: string;
  /** Whether a password is the present one; absent for a new account. */
  readonly hasPassword?: (password: string) => boolean | Promise<boolean>;
}

/** The form in which passwords are compared with words. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** The letters of a text alone: "olivia.2026!" is the name "Olivia". */
const lettersOf = (text: string) => folded(text).replaceAll(/[^\p{L}]/gu, '');

export const isSamePassword = (one: string, other: string) => one.normalize('NFKC') === other.normalize('NFKC');

/** The rule that a new password of an account breaks, as a sentence; undefined for a valid password. */
export async function passwordFault(
  password: string,
  { email, name, hasPassword }: PasswordAccount,
): Promise<string | undefined> {
  const { length } = password;
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    return `A password has ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`;
  }
  const text = folded(password);
  if (new Set(text).size < FEWEST_DIFFERENT) return `A password has at least ${FEWEST_DIFFERENT} different characters`;
  if (isOneOf(text, [email, email.split('@', 1).join('')]))
    return 'A password is not the e-mail address of the account';
  if (isOneOf(text, [name, ...name.split(/\s+/)])) return 'A password is not the name of its user';
  if (isOneOf(text, SERVICE_NAMES)) return 'A password is not the name of this service';
  if ((await readFile(COMMONEST, 'utf8')).includes(`\n${text}\n`)) {
    return 'This is one of the commonest passwords, which others try first: choose another one';
  }
  return (await hasPassword?.(password)) ? 'The new password is the present one: choose another one' : undefined;
}

/** Whether a text is a word, also with digits and signs around it or between its letters. */
function isOneOf(text: string, words: readonly string[]): boolean {
  const letters = lettersOf(text);
  return words.some((word) => folded(word) === text || (letters !== '' && lettersOf(word) === letters));
}
