// The drill `kubernetes`: an API server checks the manifests. If the cluster has a node, the service is installed,
// upgraded with a migration, and rolled back by the commands of the operators' pages, under load.
import { type DrillOptions, type Row, rowOf, timed } from './drill.ts';
import { blocksUnder } from './support/containers/shell.ts';
import { startBalancer } from './support/kubernetes/balancer.ts';
import { type Cluster, openCluster } from './support/kubernetes/cluster.ts';
import { checkManifests } from './support/kubernetes/manifests.ts';
import { underLoadAround } from './support/load.ts';
import { createPeople } from './support/people.ts';

const PEOPLE = 12;
/** With twelve users, some twenty requests a second. */
const PAUSE_MILLISECONDS = 550;
const INSTALLED_WITHIN_MILLISECONDS = 180_000;
const COMMAND_WITHIN_MILLISECONDS = 20_000;

const [, start] = blocksUnder('install.md', 'Kubernetes');
const [upgrade, rollBack] = blocksUnder('upgrade.md', 'Kubernetes');
const commandPod = blocksUnder('README.md', 'Commands')
  .at(-2)
  ?.match(/^kubectl .*$/gm)
  ?.join('\n')
  .replace('--stdin --tty ', '');

const SCENES: Readonly<Record<string, (cluster: Cluster) => Promise<unknown>>> = {
  async 'upgrade with a migration'({ useTag, run }) {
    await useTag('drill.2');
    await run(upgrade);
    const release = await run('kubectl exec deployment/owner-api -- ls prisma/migrations');
    if (!release.includes('_drill')) throw new Error('the old release runs');
  },
  'roll back': ({ run }) => run(rollBack),
  'a restart': ({ run }) =>
    run(
      'kubectl rollout restart deployment/owner-api && kubectl rollout status deployment/owner-api',
    ),
  'a pod is deleted': ({ run }) =>
    run(
      'kubectl delete "$(kubectl get pods -l app.kubernetes.io/name=owner-api -o name | head -n 1)"',
    ),
};

export async function run({ cleanup }: DrillOptions): Promise<Row[]> {
  const cluster = await openCluster(cleanup);
  const rows = await checkManifests(cluster);
  if (!(await cluster.hasNodes())) {
    process.stderr.write('No node is ready, so nothing is installed.\n');
    return rows;
  }
  await cluster.installDatabase();
  await cluster.useTag('drill.1');
  const installed = await timed(INSTALLED_WITHIN_MILLISECONDS, () => cluster.run(start));
  rows.push(rowOf('installed by the page', [installed]));
  const variables = await cluster.variables();
  const clients = await createPeople(variables, PEOPLE);
  const origin = await startBalancer(cleanup, cluster);
  const load = { origins: [origin], clients, atOnce: 1, pause: PAUSE_MILLISECONDS };
  for (const [what, work] of Object.entries(SCENES))
    rows.push(await underLoadAround(what, variables, load, () => work(cluster)));
  const command = await timed(COMMAND_WITHIN_MILLISECONDS, () => cluster.run(commandPod));
  return [...rows, rowOf('a command in a pod of its own', [command])];
}
