// The importer after a stop: a result that was cut at any byte is resumed.
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { openServedApp } from '../../http/served-app.ts';
import { openImporter, testImporter } from './importer.ts';

const app = await openServedApp();
const { file, importFile, contentOf } = await openImporter(app.origin);

const ROWS = 'title,rent,sku\n"Zelt ""für\n4""",5,T-1\nTent,6,T-2\n"Lamp, small",7,T-3\n';

/** Every kind of place: marks, names, line ends, within quotes and characters, the end. */
const CUTS = [0, 2, 7, 40, 0.3, 0.5, 0.7, 0.9, -2, -1];

testImporter(
  'a result that was cut at any byte is resumed: its products are found by their keys (D40)',
  async () => {
    const { id, token } = await app.person('cut');
    const { output } = await importFile('cut', ROWS, { token });
    expect(output).toBe('3 created, 0 rejected, 0 created before');
    const whole = await readFile(file('cut.result.csv'));
    const umlaut = whole.indexOf('ü') + 1;
    for (const cut of [...CUTS, umlaut]) {
      const at = Number.isInteger(cut) ? cut : Math.floor(cut * whole.length);
      await writeFile(file('cut.result.csv'), whole.subarray(0, at));
      const { status, output, messages } = await importFile('cut', ROWS, { token });
      expect([cut, status, messages]).toEqual([
        cut,
        0,
        expect.stringMatching(/^(.*left out; .*\n)?$/),
      ]);
      expect(output).toMatch(/^[0-3] created, 0 rejected, [0-3] created before$/);
      expect(await contentOf('cut.result.csv')).toBe(whole.toString());
    }
    expect(await app.db.product.count({ where: { ownerId: id } })).toBe(3);
  },
);

testImporter.each([
  'notes',
  'row,id',
  'title,rent\nTent,5',
  // A result whose keys were made in another way.
  'row,id,problems,key,title,rent,sku\n2,1,,0,Tent,5,T-1\n',
])('a file that is no result is never written over: %j', async (content) => {
  await writeFile(file('tents.result.csv'), content);
  const { status, messages } = await importFile('tents', ROWS, app.owner);
  expect(messages).toMatch(
    /^Stopped: tents\.result\.csv is there and isn't a result of such a run/m,
  );
  expect(status).toBe(2);
  expect(await contentOf('tents.result.csv')).toBe(content);
});

testImporter('null in an update is reported, because a cell clears nothing', async () => {
  const { id } = await app.product({ description: 'Blue' });
  const { messages } = await importFile('null', `id,description\n${id},null\n`, {
    ...app.owner,
    options: ['--update=description'],
  });
  expect(messages).toMatch(/^null\.csv: row 2: description: “null” would be a string: /);
  expect((await app.readProduct(id)).body.product.description).toBe('Blue');
});
