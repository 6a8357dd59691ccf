// A service's traces, as an OpenTelemetry collector receives them over HTTP, and its metrics, as Prometheus reads
// them.
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { scrape, series } from '../metrics/scrape.ts';
import { runCommand, type Service, startService } from '../process/service.ts';
import { type Answer, type CallOptions, type Calls, callsAt } from '../support/app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import type { LogLine } from '../support/log.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';

/** The JSON form of OTLP. */
type Span = LogLine;

const spans: Span[] = [];
const resource = new Map<string, string>();
const collector = await startLoopbackServer(async (request, response) => {
  const { resourceSpans } = (await json(request)) as LogLine;
  for (const { resource: of, scopeSpans } of resourceSpans) {
    for (const { key, value } of of.attributes) resource.set(key, String(value.stringValue));
    spans.push(...scopeSpans.flatMap((scope: LogLine) => scope.spans));
  }
  response.setHeader('Content-Type', 'application/json').end('{}');
});

let database: FreshPostgres;
let service: Service;
beforeAll(async () => {
  database = await freshPostgres();
  service = await startTraced({ METRICS_PORT: '0', TRUST_TRACEPARENT: 'on' });
});

const startTraced = (variables: Readonly<Record<string, string>>) =>
  startService({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    ...variables,
  });
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended();
  await collector.close();
  await database.drop();
});

const CLIENT_SPAN = '00f067aa0ba902b7';
let traces = 0;
/** Sends a request in its own trace; returns the trace's spans once the request's is there. */
async function traced(
  send: (calls: Calls, options: CallOptions) => Promise<Answer>,
  flags = '01',
  to = service,
) {
  const traceId = (++traces).toString(16).padStart(32, '0');
  const traceparent = `00-${traceId}-${CLIENT_SPAN}-${flags}`;
  const { status } = await send(callsAt(to), { headers: { traceparent } });
  const ofTrace = () => spans.filter((span) => span.traceId === traceId);
  const request = () => ofTrace().find(({ kind }) => kind === SERVER);
  return { status, traceId, ofTrace, request };
}

const read: Parameters<typeof traced>[0] = ({ readProduct }, options) =>
  readProduct('1?secret=s3cret', options);

/** The kinds in OTLP. */
const SERVER = 2;
const CLIENT = 3;
const attribute = (span: Span | undefined, name: string) => {
  const { stringValue, intValue } =
    span?.attributes.find(({ key }: LogLine) => key === name)?.value ?? {};
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue));
};
const children = (all: readonly Span[], parent: Span | undefined) =>
  all.filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

test("with TRUST_TRACEPARENT a request continues its client's trace, with spans of its statements", async () => {
  const { ofTrace, request } = await traced(read);
  await expect.poll(request).toBeDefined();
  expect(request()).toMatchObject({
    parentSpanId: CLIENT_SPAN,
    name: 'GET /api/token-secured/product/{id}',
  });
  expect(attribute(request(), 'http.response.status_code')).toBe(200);
  expect(attribute(request(), 'http.route')).toBe('/api/token-secured/product/{id}');
  const all = ofTrace();
  const [token, operation] = children(all, request());
  expect(token).toMatchObject({ name: 'SELECT api_tokens', kind: CLIENT });
  expect(operation?.name).toBe('readProduct');
  const [statement] = children(all, operation);
  expect(statement).toMatchObject({ kind: CLIENT });
  expect(attribute(statement, 'db.query.text')).toBe('SELECT FROM products');
  expect(JSON.stringify(all)).not.toMatch(/s3cret|svc_test_/);
  expect(resource.get('service.name')).toBe('rental-marketplace-owner-api');
  expect(resource.get('deployment.environment.name')).toBe('rehearsal');
});

test('a GraphQL write has its statement below its operation, and an error has its code', async () => {
  const query =
    'mutation { a: createProduct(input: { title: "t0p", rent: 1, sku: "s" }) { success } b: updateProduct(id: 999999, input: {}) { success } }';
  const { ofTrace, request } = await traced(({ graphql }, options) =>
    graphql(query, {}, options),
  );
  await expect.poll(request).toBeDefined();
  const all = ofTrace();
  const operations = children(all, request()).filter(({ kind }) => kind !== CLIENT);
  expect(operations.map(({ name }) => name)).toEqual(['createProduct', 'updateProduct']);
  expect(children(all, operations[0]).map(({ name }) => name)).toContain('INSERT products');
  expect(attribute(operations[1], 'error.type')).toBe('NOT_FOUND');
  expect(JSON.stringify(all)).not.toContain('t0p');
});

test("with TRUST_TRACEPARENT a trace that the client doesn't sample is not sent", async () => {
  const left = await traced(read, '00');
  const taken = await traced(read);
  await expect.poll(taken.request).toBeDefined();
  expect(left.ofTrace()).toEqual([]);
});

const linkedTo = (traceId: string) =>
  spans.find(({ links = [] }) => links.some((link: LogLine) => link.traceId === traceId));

test("links the client's traceparent to a separate trace, and it doesn't decide whether that is sent", async () => {
  const untrusting = await startTraced({});
  onTestFinished(async () => void (await untrusting.stop()));
  const sent = await Promise.all(
    ['00', '01'].map((flags) => traced(read, flags, untrusting)),
  );
  for (const { traceId, ofTrace } of sent) {
    await expect.poll(() => linkedTo(traceId)).toBeDefined();
    expect(linkedTo(traceId)).toMatchObject({
      kind: SERVER,
      links: [{ spanId: CLIENT_SPAN }],
    });
    expect(linkedTo(traceId)?.parentSpanId).toBeUndefined();
    expect(ofTrace()).toEqual([]);
  }
});

test('at a ratio of 0, no traceparent causes a trace to be sent', async () => {
  const silent = await startTraced({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const { status, traceId, ofTrace } = await traced(read, '01', silent);
  // A stop sends the spans in memory.
  await silent.stop();
  expect([status, ofTrace(), linkedTo(traceId)]).toEqual([200, [], undefined]);
});

test('an unreachable collector costs no request, and the log says so without a token', async () => {
  await collector.close();
  const { status } = await traced(read);
  expect(status).toBe(200);
  await expect.poll(() => service.output().stderr).toContain('traces not sent');
  expect(service.output().stderr).not.toContain(service.token);
});

test('serves metrics at the printed address until SIGTERM; a port in use ends a start with one line', async () => {
  const port = Number(
    /^ {2}Metrics {4}http:\/\/127\.0\.0\.1:(\d+)\/metrics$/m.exec(service.welcome)?.[1],
  );
  await fetch(`${service.origin}/healthz`);
  const counts = series(await scrape(port), 'http_request_duration_seconds_count');
  expect(counts).toMatchObject({ '{surface="other",operation="",status="200"}': 1 });
  const taken = { DATABASE_URL: database.url, PORT: '0', METRICS_PORT: String(port) };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], taken);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^\{.*"Cannot listen on port \d+ of 127\.0\.0\.1: listen EADDRINUSE.* Set METRICS_PORT or METRICS_HOST to others\."\}\n$/,
  );
  // Its connection is kept.
  await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect((await service.stop()).code).toBe(0);
  await expect(scrape(port)).rejects.toThrow();
});
