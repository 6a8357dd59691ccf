// A Kubernetes cluster: a namespace of the drill's own, which ends with it, and the manifests with what it sets.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCompose } from '../../../deploy/deploy-files.ts';
import { MissingError } from '../../drill.ts';
import { blocksUnder, REPOSITORY, shell } from '../containers/shell.ts';

/** Where an operator's own manifests are. */
const LIVE = '.deploy/kubernetes/live';
const NAMESPACE = 'owner-api-drill';
const PASSWORD = 'drill';
/** What the drill sets of a pod; a machine with two cores has room for three nodes. */
const CHANGES = {
  'spec/containers/0/env/0/value': 'test',
  'spec/containers/0/resources/requests/cpu': '100m',
};

/** @throws {MissingError} */
function requireCluster(): void {
  const isNamed = process.env.KUBECONFIG !== undefined;
  const { status } = isNamed ? spawnSync('kubectl', ['version']) : { status: 1 };
  if (status !== 0)
    throw new MissingError(
      'needs kubectl and KUBECONFIG, the file of a cluster in which it may create a namespace',
    );
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** @throws {MissingError} without a cluster */
export async function openCluster(cleanup: AsyncDisposableStack) {
  requireCluster();
  const directory = await mkdtemp(join(tmpdir(), 'kubernetes-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  await cp(join(REPOSITORY, '.deploy'), join(directory, '.deploy'), { recursive: true });
  const KUBECONFIG = join(directory, 'kubeconfig');
  const variables = { KUBECONFIG };
  const run = async (script = ''): Promise<string> =>
    (await shell(script, { cwd: directory, variables })).stdout;
  await shell(`kubectl config view --raw --minify > '${KUBECONFIG}'`, { cwd: directory });
  await run(`kubectl config set-context --current --namespace=${NAMESPACE}`);
  await run(`kubectl create namespace ${NAMESPACE}`);
  cleanup.defer(
    async () => void (await run(`kubectl delete namespace ${NAMESPACE} --wait=false`)),
  );
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  const urlOf = async (role: string) => {
    const address = await run("kubectl get pod postgres --output=jsonpath='{.status.podIP}'");
    return `postgres://${role}:${PASSWORD}@${address}/owner_api`;
  };
  return {
    run,
    write,
    hasNodes: async () =>
      (await run('kubectl get nodes --no-headers'))
        .split('\n')
        .some((row) => / Ready /.test(row)),
    /** A server in a pod, with the roles of the service, and secrets with their URLs. */
    async installDatabase() {
      await write('postgres.json', JSON.stringify(databasePod()));
      await run('kubectl apply --filename postgres.json');
      await run('kubectl wait --for=condition=ready --timeout=1m pod/postgres');
      await run(
        `kubectl exec --stdin postgres -- env OWNER_PASSWORD=${PASSWORD} SERVICE_PASSWORD=${PASSWORD} \
          psql --username=postgres --dbname=owner_api --quiet --file=- < .deploy/roles.sql`,
      );
      await write('service-url', await urlOf('owner_api_service'));
      await write('owner-url', await urlOf('owner_api'));
      await write('client-secret', 'secret');
      await run(blocksUnder('install.md', 'Kubernetes')[0]);
    },
    /** The database, from this machine, whose processes reach pods. */
    variables: async () => ({ DATABASE_URL: await urlOf('owner_api') }),
    /** The manifests with this tag of the image. */
    async useTag(tag: string) {
      await run(`mkdir -p ${LIVE}`);
      await write(`${LIVE}/kustomization.yaml`, JSON.stringify(live(tag)));
    },
  };
}

const live = (tag: string) => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  resources: ['../base'],
  images: [{ name: 'owner-api', newTag: tag }],
  patches: [
    { target: { kind: 'Deployment|Job' }, patch: changed('/spec/template') },
    { target: { kind: 'Pod' }, patch: changed('') },
  ],
});

const changed = (place: string) =>
  JSON.stringify(
    Object.entries(CHANGES).map(([path, value]) => ({
      op: 'replace',
      path: `${place}/${path}`,
      value,
    })),
  );

/** With the image of compose.yaml. */
function databasePod() {
  const { image } = readCompose({ SERVICE_ENVIRONMENT: 'test' }).postgres;
  const ask = ['pg_isready', '--host=127.0.0.1', '--username=postgres', '--dbname=owner_api'];
  const env = [
    { name: 'POSTGRES_DB', value: 'owner_api' },
    { name: 'POSTGRES_PASSWORD', value: PASSWORD },
  ];
  const readinessProbe = { exec: { command: ask }, periodSeconds: 1 };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'postgres' },
    spec: { containers: [{ name: 'postgres', image, env, readinessProbe }] },
  };
}
