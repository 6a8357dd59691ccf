// What stands for the balancer of a cloud: each connection goes to the next endpoint of the Service that is ready.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

const READY_ADDRESSES =
  '{range .items[*].endpoints[?(@.conditions.ready==true)]}{.addresses[0]} {end}';
const ASK = `kubectl get endpointslices --selector=kubernetes.io/service-name=owner-api \
  --output=jsonpath='${READY_ADDRESSES}'`;
const ASK_AGAIN_MILLISECONDS = 300;
const PORT = 4000;

/** Its origin. The machine of the drill has to reach the pods. */
export async function startBalancer(
  cleanup: AsyncDisposableStack,
  { run }: Cluster,
): Promise<string> {
  const addresses = async () => (await run(ASK)).split(' ').filter(Boolean);
  let ready = await addresses();
  let isOpen = true;
  async function follow() {
    while (isOpen) {
      ready = await addresses().catch(() => ready);
      await delay(ASK_AGAIN_MILLISECONDS);
    }
  }
  void follow();
  let turn = 0;
  const server = createServer((client) => {
    turn++;
    const node = connect(PORT, ready[turn % ready.length] ?? '');
    client.pipe(node).pipe(client);
    client.on('error', () => node.destroy());
    node.on('error', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanup.defer(() => {
    isOpen = false;
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
