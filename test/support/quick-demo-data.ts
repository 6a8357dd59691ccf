// The demo data, with hashes of its known passwords that are as quick to verify as those that tests make.
import { hashPassword } from '../../src/accounts/passwords.ts';
import data from '../../src/demo/demo-data.json' with { type: 'json' };

for (const person of Object.values(data.people))
  person.passwordHash = await hashPassword(person.password);

export default data;
