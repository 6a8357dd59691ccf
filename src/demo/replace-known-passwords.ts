// Where others reach a deployment, no password of the demo data opens it: everybody can read those.
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { commandOrigin } from '../accounts/security-events.ts';
import type { Statements } from '../database/statements.ts';
import { PEOPLE, PERSON_NAMES } from './demo-data.ts';

/**
 * Takes the known passwords of the demo people away and ends their sessions. The owner gets a random password, which is returned;
 * undefined if the owner has another one already. Of nodes that start together, one alone returns it.
 */
export async function replaceKnownPasswords(statements: Statements): Promise<string | undefined> {
  const { through, owner } = commandOrigin();
  let owners: string | undefined;
  for (const person of PERSON_NAMES) {
    const { email, password } = PEOPLE[person];
    const [found] = await statements.read('SELECT password_hash FROM users WHERE email = $1', [email]);
    const [hash] = (found ?? []) as [(string | null)?];
    if (!hash || !(await verifyPassword(password, hash))) continue;
    const fresh = person === 'owner' ? randomPassword() : undefined;
    const changed = await statements.write(
      `WITH changed AS (UPDATE users SET password_hash = $1 WHERE email = $2 AND password_hash = $3 RETURNING id),
      ended AS (DELETE FROM sessions WHERE user_id IN (SELECT id FROM changed)),
      forgotten AS (DELETE FROM known_browsers WHERE user_id IN (SELECT id FROM changed))
      INSERT INTO activity (user_id, action, through, process_owner) SELECT id, 'password-changed', $4, $5 FROM changed
      RETURNING user_id`,
      [fresh ? await hashPassword(fresh) : null, email, hash, through, owner],
    );
    if (changed.length > 0 && fresh) owners = fresh;
  }
  return owners;
}
