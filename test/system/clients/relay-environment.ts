// Relay: errors are thrown with their codes, each mutation has a key, and an ID belongs to its type.
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { createSend } from './owner-api.ts';

export function createEnvironment(url: string, token: () => string): Environment {
  const send = createSend(url, token);
  const network = Network.create(({ text, operationKind }, variables, { metadata }) => {
    const key =
      operationKind === 'mutation' ? String(metadata?.key ?? crypto.randomUUID()) : undefined;
    return send<Record<string, unknown>>(text ?? '', variables, key);
  });
  return new Environment({
    network,
    store: new Store(new RecordSource()),
    getDataID: ({ id }, type) => (id === undefined ? undefined : type + id),
  });
}
