// The alerts and the Grafana dashboard only use metrics that are served, and each alert has a heading in the runbook.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildOf } from '../../../src/config.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { has } from '../../support/programs.ts';
import { ROOT, readText } from './deploy-files.ts';

const deploy = (file: string) => readText(`.deploy/${file}`);
const { groups } = parse(deploy('prometheus-rules.yml'));
const rules: Json[] = groups.flatMap((group: Json) => group.rules);
const panels: Json[] = JSON.parse(deploy('grafana.json')).panels;
const runbook = deploy('runbook.md');

/** Prometheus itself provides `up`, HAProxy the balancer's metrics. */
const OF_OTHERS = /\bup\b|\bhaproxy_/;
const METRIC = /\b(?:owner_api|http|nodejs|process)_[a-z0-9_]+/g;
const metricsOf = (expr: string): string[] => expr.match(METRIC) ?? [];

test('serves every metric that an alert or a panel uses', async () => {
  const metrics = createMetrics(buildOf(undefined));
  metrics.watchNode({ usage: { writtenTo: 0, dropped: 0 }, versions: { list: () => [] } });
  metrics.watchDatabase({
    connections: () => ({
      active: 0,
      idle: 0,
      pending: 0,
      max: 1,
      certificateEndsAt: new Date(0),
    }),
  });
  const text = await metrics.registry.metrics();
  const served = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const named = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }: Json) => expr)),
  ];
  expect(named.length).toBeGreaterThan(40);
  expect(named.flatMap(metricsOf).filter((name) => !served.has(name))).toEqual([]);
  expect(
    named.filter((expr) => metricsOf(expr).length === 0 && !OF_OTHERS.test(expr)),
  ).toEqual([]);
});

test('every alert has a heading in the runbook and a promtool test, and panels name only alerts', () => {
  const tried = deploy('prometheus-rules.test.yml');
  for (const { alert, annotations } of rules) {
    expect(runbook).toContain(`\n## ${alert}\n`);
    expect(annotations.runbook_url).toBe(
      `{{ $externalLabels.owner_api_runbook }}#${alert.toLowerCase()}`,
    );
    expect(tried.split(`# ${alert} is raised\n`)).toHaveLength(2);
    expect(tried.split(`# ${alert} is not raised\n`)).toHaveLength(2);
  }
  const alerts = new Set(rules.map(({ alert }) => alert));
  const named = panels.flatMap(
    ({ description }) => description.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [],
  );
  expect(named.filter((name) => !alerts.has(name))).toEqual([]);
});

const hasPromtool = has('promtool');

test.skipIf(!hasPromtool)(
  'promtool raises each alert for its series, and for no others',
  () => {
    const { status, stdout } = spawnSync('promtool', [
      'test',
      'rules',
      join(ROOT, '.deploy/prometheus-rules.test.yml'),
    ]);
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining('SUCCESS')]);
  },
);
