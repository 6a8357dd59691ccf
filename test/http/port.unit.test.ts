// A port that can't be opened is told in words, with the variable to change.
import { expect, test } from 'vitest';
import { tryPort } from '../../src/http/port.ts';

/** An address for documentation (RFC 5737), which no machine has. */
const host = '192.0.2.1';

test('an address of another machine is told, with the variables of the service or of its metrics', async () => {
  const told = (variable: string) =>
    `Cannot listen on port 4000 of ${host}: this machine has no such address. Set ${variable} to 127.0.0.1, ` +
    'to an address of this machine, or to 0.0.0.0 for all of them.';
  await expect(tryPort({ host, port: 4000 })).rejects.toThrow(told('HOST'));
  await expect(tryPort({ host, port: 4000, portVariable: 'METRICS_PORT' })).rejects.toThrow(told('METRICS_HOST'));
});
