// Users with data of their own, each of whom also asks for a product of the next one.
import { createToken } from '../../../../src/accounts/tokens.ts';
import { NEWEST_VERSION } from '../../../support/newest-version.ts';
import { type Client, usualClient } from './load.ts';
import { type Variables, withDatabase } from './servers.ts';

/** A client of each user; every response names the user's own records. */
export const createPeople = (variables: Variables, count: number): Promise<Client[]> =>
  withDatabase(variables, async (db) => {
    const people: { token: string; product: number }[] = [];
    for (let number = 0; number < count; number++) {
      const name = `Owner ${number} “ä€𝄞”`;
      const { id } = await db.user.create({
        data: {
          name,
          email: `owner-${number}@drill.example`,
          permissions: ['READ', 'WRITE'],
        },
      });
      const title = `Tent of ${name}`;
      const rent = 1 + number;
      const data = { ownerId: id, title, rent, stockType: 'BULK', quantity: 1 } as const;
      people.push({
        product: (await db.product.create({ data })).id,
        token: (
          await createToken(db, {
            userId: id,
            name: 'Drill',
            environment: 'test',
            version: NEWEST_VERSION,
          })
        ).value,
      });
    }
    return people.map((person, index) => {
      const { product: others = 0 } = people[(index + 1) % count] ?? {};
      const usual = usualClient(person);
      const query = `{ viewer { name } own: product(id: ${person.product}) { title rent } other: product(id: ${others}) { id } }`;
      return {
        ...usual,
        exchanges: [
          ...usual.exchanges,
          { name: "another user's product", method: 'GET', path: `/product/${others}` },
          { name: 'GraphQL', method: 'POST', path: '/graphql', body: { query } },
        ],
      };
    });
  });
