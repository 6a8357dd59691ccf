// The example's manifests, each checked by the API server, which knows every field.
import { parseAllDocuments } from 'yaml';
import type { Json } from '../../../../support/openapi-contract.ts';
import { type RanOperation, type Row, rowOf } from '../../drill.ts';
import type { Cluster } from './cluster.ts';

const CHECK = 'kubectl apply --dry-run=server --validate=strict --filename=manifest.json';
const UNKNOWN_KIND = 'no matches for kind';

export async function checkManifests(cluster: Cluster): Promise<Row[]> {
  const text = await cluster.run('kubectl kustomize .deploy/kubernetes/example');
  const manifests: Json[] = parseAllDocuments(text).map((one) => one.toJS());
  const checked: RanOperation[] = [];
  for (const manifest of manifests) {
    const ran = await check(cluster, manifest);
    if (ran.fault?.includes(UNKNOWN_KIND))
      process.stderr.write(
        `Not checked, because the cluster doesn't know it: ${manifest.kind}\n`,
      );
    else checked.push(ran);
  }
  return [
    rowOf('manifests, checked', checked),
    rowOf('a wrong field', [await wrongField(cluster, manifests)]),
  ];
}

async function check({ write, run }: Cluster, manifest: Json): Promise<RanOperation> {
  await write('manifest.json', JSON.stringify(manifest));
  const start = performance.now();
  const fault = await run(CHECK).then(() => undefined, String);
  return { milliseconds: performance.now() - start, fault };
}

/** Shows that the check is strict. */
async function wrongField(
  cluster: Cluster,
  manifests: readonly Json[],
): Promise<RanOperation> {
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  const wrong = { ...deployment, spec: { ...deployment?.spec, replica: 2 } };
  const { fault, ...ran } = await check(cluster, wrong);
  return {
    ...ran,
    fault: fault?.includes('unknown field "spec.replica"') ? undefined : `accepted: ${fault}`,
  };
}
