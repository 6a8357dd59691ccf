// The manifests in .deploy/kubernetes/ match the image, the service and each other.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../../src/config.ts';
import { HEALTH_PATHS } from '../../../src/paths.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { has } from '../../support/programs.ts';
import { argumentsOf, ROOT, readText, secretFile, unknownOf } from './deploy-files.ts';

/** Kubernetes reads YAML 1.1, in which a number that begins with 0 is octal. */
const read = (file: string): Json[] =>
  parseAllDocuments(readText(`.deploy/kubernetes/base/${file}`), { version: '1.1' }).map(
    (document) => document.toJS(),
  );

const [deployment, service, budget] = read('owner-api.yaml');
const [job] = read('migrate.yaml');
const [commands] = read('command.yaml');
const nodes = deployment.spec.template.spec;
const [node] = nodes.containers;
const PODS = [
  ['the Deployment', nodes] as const,
  ['the Job', job.spec.template.spec] as const,
  ['the pod for commands', commands.spec] as const,
];

/** A container's variables, with a test file in place of the mounted secret. */
function variablesOf({ env, volumeMounts }: Json): Record<string, string> {
  const variables = Object.fromEntries(env.map(({ name, value }: Json) => [name, value]));
  const path = variables.DATABASE_URL_FILE ?? '';
  const { mountPath } = volumeMounts.find(({ name }: Json) => name === 'secrets');
  expect(mountPath).toBe(join(path, '..'));
  return { ...variables, DATABASE_URL_FILE: secretFile('database-url') };
}

describe.each(PODS)('%s', (_, pod) => {
  const [container] = pod.containers;

  test('sets variables that the service reads, with valid values', () => {
    const variables = variablesOf(container);
    expect(unknownOf(Object.keys(variables))).toEqual([]);
    expect(parseConfig(variables)).toMatchObject({ environment: 'live' });
  });

  test("runs as the image's user or as the platform's, and writes only to /tmp", () => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container).toMatchObject({
      resources: { limits: { memory: expect.stringMatching(/^(?:1Gi|512Mi)$/) } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
    const { secret } = pod.volumes.find(({ name }: Json) => name === 'secrets');
    // Whoever the user is can read it; nobody else is in the pod.
    expect(secret).toMatchObject({ defaultMode: 0o444 });
    const names = (volumes: Json[]) => volumes.map(({ name }) => name);
    expect(names(container.volumeMounts)).toEqual(names(pod.volumes));
  });
});

test('nodes have the ports of the image and of their metrics, and the Service leads to the first', () => {
  const { METRICS_PORT, DATABASE_URL_FILE: _, ...variables } = variablesOf(node);
  const [, port] = /PORT=(\d+)/.exec(argumentsOf('ENV').at(-1) ?? '') ?? [];
  expect(node.ports).toEqual([
    { name: 'http', containerPort: Number(port) },
    { name: 'metrics', containerPort: Number(METRICS_PORT) },
  ]);
  expect('PORT' in variables).toBe(false);
  expect(service.spec.ports).toMatchObject([{ targetPort: 'http' }]);
});

test('nodes are probed at the health paths, and a start gets more time than it waits for a database', () => {
  const { startupProbe, readinessProbe, livenessProbe } = node;
  const paths = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet);
  const at = (path: string) => ({ path, port: 'http' });
  expect(paths).toEqual([at(HEALTH_PATHS.up), at(HEALTH_PATHS.ready), at(HEALTH_PATHS.up)]);
  const { periodSeconds, failureThreshold } = startupProbe;
  const { databaseWaitSeconds, drainSeconds } = parseConfig(variablesOf(node));
  expect(periodSeconds * failureThreshold).toBeGreaterThan(databaseWaitSeconds);
  expect(nodes.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 12);
});

test('Deployment, Service and PodDisruptionBudget select the same pods, and Job and nodes run one image', () => {
  const labels = { 'app.kubernetes.io/name': 'owner-api' };
  expect(deployment).toMatchObject({
    kind: 'Deployment',
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } },
  });
  expect(service).toMatchObject({ kind: 'Service', spec: { selector: labels } });
  expect(budget).toMatchObject({
    kind: 'PodDisruptionBudget',
    spec: { selector: { matchLabels: labels } },
  });
  expect(budget.spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
  const [migration] = job.spec.template.spec.containers;
  const images = PODS.flatMap(([, { containers }]) =>
    containers.map(({ image }: Json) => image),
  );
  expect(new Set(images).size).toBe(1);
  const [program, command] = migration.command;
  expect([program, existsSync(join(ROOT, command))]).toEqual(['node', true]);
});

test('pods get no variables for other services, which could be taken for the variables of this one', () => {
  expect(PODS.map(([, pod]) => pod.enableServiceLinks)).toEqual([false, false, false]);
});

test('every way to end the migration is shorter than what waits for it', () => {
  // A migration gives up after 10 minutes.
  expect(job.spec.activeDeadlineSeconds).toBeGreaterThan(600);
  expect(commands.spec.activeDeadlineSeconds).toBe(
    Number(commands.spec.containers[0].command[1]),
  );
});

const hasKubectl = has('kubectl');

describe.skipIf(!hasKubectl)('the example, built by kubectl kustomize', () => {
  const { status, stdout } = spawnSync(
    'kubectl',
    ['kustomize', '.deploy/kubernetes/example'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const built = parseAllDocuments(stdout, { version: '1.1' }).map(
    (one) => one.toJS() as Json,
  );
  const podOf = ({ kind, spec }: Json) => (kind === 'Pod' ? spec : spec.template?.spec);

  test('has every kind once, and one image with a tag', () => {
    const kinds = built.map(({ kind }) => kind).toSorted();
    expect([status, kinds]).toEqual([
      0,
      [
        'Deployment',
        'HTTPRoute',
        'HorizontalPodAutoscaler',
        'Job',
        'NetworkPolicy',
        'Pod',
        'PodDisruptionBudget',
        'PodMonitor',
        'Service',
      ],
    ]);
    const images = built.flatMap((one) =>
      (podOf(one)?.containers ?? []).map(({ image }: Json) => image),
    );
    expect(new Set(images)).toEqual(new Set(['registry.example.com/owner-api:1.0.0']));
  });

  const builtOf = (sort: string) => built.find(({ kind }) => kind === sort);

  test('limits the traffic of every pod, and lets every pod pull the image', () => {
    const { podSelector, policyTypes } = builtOf('NetworkPolicy')?.spec ?? {};
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    for (const kind of ['Deployment', 'Job', 'Pod']) {
      const one = builtOf(kind) ?? {};
      const { labels } = kind === 'Pod' ? one.metadata : one.spec.template.metadata;
      expect(labels).toMatchObject(podSelector.matchLabels);
      expect(podOf(one).imagePullSecrets).toEqual([{ name: 'owner-api-registry' }]);
    }
  });

  test('gives the nodes variables that the service reads, with the origin of the route and the Ingress', () => {
    const nodes = builtOf('Deployment');
    const [container] = nodes?.spec.template.spec.containers ?? [];
    const names = container.env.map(({ name }: Json) => name);
    expect(unknownOf(names)).toEqual([]);
    const { value } = container.env.find(({ name }: Json) => name === 'PUBLIC_ORIGIN');
    const ingress = parse(readText('.deploy/kubernetes/example/ingress.yaml'));
    const hosts = [
      ...(builtOf('HTTPRoute')?.spec.hostnames ?? []),
      ingress.spec.rules[0].host,
    ];
    expect(hosts.map((host) => `https://${host}`)).toEqual([value, value]);
  });
});
