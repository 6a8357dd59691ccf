// Browsers that guess passwords, on one app with low limits for all tests of a file.
import { accountKey, createPasswordBudgets } from '../../../src/accounts/sign-in.ts';
import { setPassword } from '../../../src/accounts/users.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, PASSWORD, type Visitor } from './visitor.ts';

export const POINTS = 2;
const SIGN_IN = { name: 'sign-in', points: POINTS, windowSeconds: 900 };
/** As many as an address may try at all accounts, or at one account from all addresses. */
export const OF_ADDRESS = 5 * POINTS;
export const OF_DAY = 10 * POINTS;

export type Account = Awaited<ReturnType<TestApp['person']>>;

export async function openGuesses() {
  const app = await openTestApp({ config: { signIn: SIGN_IN } });

  async function account() {
    const person = await app.person('account');
    await setPassword(operator(app.db), person.id, PASSWORD);
    return person;
  }

  const guess = async (by: Visitor, email: string) => (await by.signIn(email, 'wrong')).status;
  const right = async (by: Visitor, { email }: Account, password = PASSWORD) =>
    (await by.signIn(email, password)).status;

  let addresses = 0;
  const newAddress = () => `198.51.100.${++addresses}`;
  /** A browser that no account knows, at an address of its own. */
  const stranger = () => createVisitor(app, newAddress());

  /** Counts wrong passwords without hashing them, which is slow: `times` for the key of a limit. */
  async function take(of: 'perAddress' | 'perDay', key: string, times: number) {
    const budget = createPasswordBudgets(SIGN_IN, app.database.pool)[of];
    for (let n = 0; n < times; n++) await budget.consume(key);
  }
  async function takeDay({ email }: { readonly email: string }, times = OF_DAY) {
    const user = await app.db.user.findUnique({ where: { email } });
    await take('perDay', accountKey(email, user?.passwordHash), times);
  }

  return { app, account, guess, right, newAddress, stranger, take, takeDay };
}
