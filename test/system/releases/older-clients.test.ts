// Clients of the released version notice no release: every recorded exchange, before its day and after (D46).
import { expect, test } from 'vitest';
import { differences } from '../contract/golden-play.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

test('before its day a release of the future changes no recorded exchange', async () => {
  expect(await differences(V1, rehearsedOn('2031-02-28T23:59:59.999Z'))).toEqual([]);
});

test('from its day on the older version answers every recorded exchange with the same bytes', async () => {
  expect(await differences(V1, rehearsedOn(V2))).toEqual([]);
});
