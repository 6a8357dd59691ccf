// The importer after a stop: a result that was cut at any byte is resumed.
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openServedApp } from '../../http/served-app.ts';
import { isSkipped, openImporter } from './importer.ts';

const app = await openServedApp();
const { file, start, contentOf } = await openImporter(app.origin);

const ROWS = 'title,rent,sku\n"Zelt ""für\n4""",5,T-1\nTent,6,T-2\n"Lamp, small",7,T-3\n';

/** Every kind of place: marks, names, line ends, within quotes and characters, the end. */
const CUTS = [0, 2, 7, 40, 0.3, 0.5, 0.7, 0.9, -2, -1];

test.skipIf(isSkipped)(
  'a result that was cut at any byte is resumed: its products are found by their keys (D40)',
  async () => {
    const { id, token } = await app.person('cut');
    await writeFile(file('cut.csv'), ROWS);
    const words = ['cut.csv', 'cut.result.csv'];
    expect(await start(token, words).ended).toMatchObject({
      output: '3 created, 0 rejected, 0 created before',
    });
    const whole = await readFile(file('cut.result.csv'));
    const umlaut = whole.indexOf('ü') + 1;
    for (const cut of [...CUTS, umlaut]) {
      const at = Number.isInteger(cut) ? cut : Math.floor(cut * whole.length);
      const left = whole.subarray(0, at);
      await writeFile(file('cut.result.csv'), left);
      const { status, output, messages } = await start(token, words).ended;
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

test.skipIf(isSkipped)('a file that is no result is never written over', async () => {
  for (const content of ['notes', 'row,id', 'title,rent\nTent,5']) {
    await writeFile(file('tents.csv'), 'title,rent,sku\nTent,5,T-1\n');
    await writeFile(file('notes.csv'), content);
    const { status, messages } = await start(app.owner.token, ['tents.csv', 'notes.csv'])
      .ended;
    expect([status, messages]).toEqual([
      2,
      expect.stringMatching(/isn't a result of such a run/),
    ]);
    expect(await contentOf('notes.csv')).toBe(content);
  }
});

test.skipIf(isSkipped)(
  'blank lines and byte-order marks before the names are skipped',
  async () => {
    const { token } = await app.person('marked');
    await writeFile(
      file('marked.csv'),
      '\uFEFF\uFEFF\r\n;;\r\ntitle;rent;sku\r\nTent;5;T-1\r\n;5;T-2\r\n',
    );
    const { messages, output } = await start(token, ['marked.csv', 'marked.result.csv'])
      .ended;
    expect(messages).toBe('marked.csv: row 5: title: This field is required\n');
    expect(output).toBe('1 created, 1 rejected, 0 created before');
  },
);

test.skipIf(isSkipped)(
  'null in an update is reported, because a cell clears nothing',
  async () => {
    const { id } = await app.product({ description: 'Blue' });
    await writeFile(file('null.csv'), `id,description\n${id},null\n`);
    const words = ['--update=description', 'null.csv', 'null.result.csv'];
    const { messages } = await start(app.owner.token, words).ended;
    expect(messages).toMatch(/^null\.csv: row 2: description: “null” would be a string: /);
    expect((await app.readProduct(id)).body.product.description).toBe('Blue');
  },
);
