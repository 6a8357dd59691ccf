// Members of an enum in an object that newer code stored (D54); those of columns have a test in test/database.
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../support/app.ts';
import { freshDatabase } from '../../support/database.ts';
import { recordedLog } from '../../support/log.ts';
import { serve } from '../../support/serve.ts';
import { rehearsedOn, V2 } from './rehearsal.ts';

test('both APIs read an unknown member in an object as the fallback of its enum, and it is logged once (D54)', async () => {
  const { logger, logged } = recordedLog('warn');
  const database = await freshDatabase({ logger });
  const app = await serve(() => createTestApp({ database, versions: rehearsedOn(V2) }));
  onTestFinished(app.close);
  const size = { widthMillimetres: 3, lengthMillimetres: 4 };
  const [known, unknown] = [
    await app.product({ rehearsedSize: { ...size, rehearsedWrap: 'FOIL' } }),
    await app.product({ rehearsedSize: { ...size, rehearsedWrap: 'UNHEARD_OF' } }),
  ];
  const ask = async (path: string, body?: object) => {
    const headers = {
      Authorization: `Bearer ${app.owner.token}`,
      'Content-Type': 'application/json',
    };
    const method = body ? 'POST' : 'GET';
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(app.origin + path, init)).json();
  };
  const wraps = async (id: number) => {
    const rest = await ask(`/api/token-secured/product/${id}`);
    const query = `{ product(id: ${id}) { rehearsedSize { rehearsedWrap } } }`;
    const { data } = await ask('/graphql', { query });
    return [
      rest.product.rehearsed_size.rehearsed_wrap,
      data.product.rehearsedSize.rehearsedWrap,
    ];
  };
  expect([await wraps(known.id), await wraps(unknown.id)]).toEqual([
    ['foil', 'FOIL'],
    ['box', 'BOX'],
  ]);
  expect(logged().map(({ msg }) => msg)).toEqual([
    "Read a value of newer code as an older one: Value 'UNHEARD_OF' not found in enum 'rehearsedWrap'",
  ]);
});
