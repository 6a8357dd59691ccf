// The alerts and the page for Grafana: each metric that they name is served, and each alert has its heading in the runbook.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildOf } from '../../../src/config.ts';
import { type OpenMetrics, openMetrics } from '../../../src/metrics/open-metrics.ts';
import { type ServedApp, serveTestApp } from '../../http/served-app.ts';
import { freshDatabase } from '../../support/database.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly runbook_url: string };
    }[];
  }[];
}

interface Page {
  readonly panels: readonly { readonly description: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const deploy = (file: string) => readFileSync(join(import.meta.dirname, '../../../.deploy', file), 'utf8');
const rules = (parse(deploy('prometheus-rules.yml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(deploy('grafana.json')) as Page;
const runbook = deploy('runbook.md');

/** Prometheus itself makes it. */
const OF_PROMETHEUS = ['up'];
const METRIC = /\b(?:owner_api|http|nodejs|process)_[a-z0-9_]+/g;
const metricsOf = (expr: string) => expr.match(METRIC) ?? [];

let app: ServedApp;
let scraped: OpenMetrics;
beforeAll(async () => {
  const database = await freshDatabase();
  scraped = await openMetrics({ host: '127.0.0.1', port: 0 }, buildOf(undefined));
  // A server has no disk here, and this one no certificate; an embedded database has no connections.
  scraped.metrics.watchDatabase({
    connections: () => ({ active: 0, idle: 0, pending: 0, max: 1, certificateEndsAt: new Date(0) }),
    disk: () => ({ freeBytes: 2, reserveBytes: 1 }),
  });
  app = await serveTestApp({ database, metrics: scraped.metrics });
});
afterAll(async () => {
  await scraped.stop();
  await app.close();
});

test('every metric that an alert or a panel names is served', async () => {
  const text = await (await fetch(`http://127.0.0.1:${scraped.port}/metrics`)).text();
  const served = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const named = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  expect(named.length).toBeGreaterThan(40);
  expect(named.flatMap(metricsOf).filter((name) => !served.has(name))).toEqual([]);
  expect(
    named.filter((expr) => metricsOf(expr).length === 0 && !OF_PROMETHEUS.some((own) => expr.includes(own))),
  ).toEqual([]);
});

test('every alert has a heading in the runbook and is tried by promtool, and a panel names only alerts', () => {
  const tried = deploy('prometheus-rules.test.yml');
  for (const { alert, annotations } of rules) {
    expect(runbook).toContain(`\n## ${alert}\n`);
    expect(annotations.runbook_url).toBe(`runbook.md#${alert.toLowerCase()}`);
    expect(tried.split(`alertname: ${alert}\n`)).toHaveLength(3);
  }
  const alerts = new Set(rules.map(({ alert }) => alert));
  const named = panels.flatMap(({ description }) => description.match(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []);
  expect(named.filter((name) => !alerts.has(name))).toEqual([]);
});

test('every row of the table of the README has a heading in the runbook', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, table = ''] = readme.split('## When something does not work');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \|/gm)].map(([, first = '']) => first).slice(2);
  const heading = (text: string) => text.replaceAll('`', '').toLowerCase();
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.filter((row) => !heading(runbook).includes(`\n## ${heading(row)}\n`))).toEqual([]);
});
