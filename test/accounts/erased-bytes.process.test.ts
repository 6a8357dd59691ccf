// An erasure also clears the files of the embedded database, where PostgreSQL keeps old row versions until it
// overwrites them.
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createUser, eraseUser, findUserByEmail } from '../../src/accounts/users.ts';
import { parseConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { migratedDirectory } from '../support/data-directory.ts';
import { operator } from '../support/operator.ts';

const TEXTS = [
  'Quillon Vantreight',
  'quillon@example.com',
  'A tent that my late aunt Ermintrude sewed',
];

test('an erasure leaves no trace in the tables, indexes or statistics of the embedded database', async () => {
  const { path, remove } = await migratedDirectory();
  onTestFinished(remove);
  const [name = '', email = '', description = ''] = TEXTS;
  const open = () => openDatabase(parseConfig({ DATA_DIR: path }));
  const found = () => {
    const files = globSync(join(path, 'postgres/{base,global}/**')).filter((file) =>
      statSync(file).isFile(),
    );
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    return TEXTS.filter((text) => bytes.includes(text));
  };

  const first = await open();
  await createUser(operator(first.db), { name, email, permissions: [] });
  const { id = 0 } = (await findUserByEmail(first.db, email)) ?? {};
  const product = {
    ownerId: id,
    title: 'Tent',
    description,
    rent: 1,
    stockType: 'BULK',
    quantity: 1,
  } as const;
  await first.db.product.create({ data: product });
  await first.close();
  expect(found()).toEqual(TEXTS);

  const second = await open();
  await eraseUser(operator(second.db), id);
  await second.discardOldRows?.();
  expect(await findUserByEmail(second.db, `erased-${id}@erased.invalid`)).toMatchObject({ id });
  await second.close();
  expect(found()).toEqual([]);
});
