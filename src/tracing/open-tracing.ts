// Spans of requests, their operations and statements, by OpenTelemetry; loaded only where an endpoint takes them.

import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { LogFields } from '../log.ts';
import type { EndSpan, Trace } from '../request-scope.ts';

const SERVICE = 'rental-marketplace-owner-api';

/** Milliseconds for the spans in memory at a stop; a collector that is away does not hold a node up. */
const STOP_WITHIN_MILLISECONDS = 2_000;

export type Tracing = ReturnType<typeof openTracing>;

interface TracingOptions {
  readonly version: string;
  /** Whether the `traceparent` of a request is its parent. */
  readonly trustsTraceparent: boolean;
  /** Gets what the export complains of. */
  readonly warn: (message: string) => void;
}

/** The variables `OTEL_*` set the rest, as OpenTelemetry documents them. */
export function openTracing({ version, trustsTraceparent, warn }: TracingOptions) {
  const complain = onceAMinute(warn);
  diag.setLogger(
    { error: complain, warn: complain, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer(SERVICE, version);
  const propagator = new W3CTraceContextPropagator();
  return {
    /** Begins the span of a request; undefined where the sampler leaves it out. */
    begin({ method, headers }: Request) {
      const given = propagator.extract(ROOT_CONTEXT, headers, HEADERS);
      const client = trace.getSpanContext(given);
      // A parent decides whether it is sampled. A link doesn't, so clients have no say in what is sent and paid for.
      const links = client && !trustsTraceparent ? [{ context: client }] : [];
      const parent = trustsTraceparent ? given : ROOT_CONTEXT;
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, links }, parent);
      return span.isRecording() ? requestSpan(tracer, span, method) : undefined;
    },
    /** Sends the spans in memory, if the collector takes them in time. */
    async stop(): Promise<void> {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        delay(STOP_WITHIN_MILLISECONDS, undefined, { ref: false }),
      ]);
    },
  };
}

const MINUTE = 60_000;

/** A collector that is away is complained of at each export. */
function onceAMinute(warn: (message: string) => void): (message: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (message) => {
    if (performance.now() - last < MINUTE) return;
    last = performance.now();
    warn(message);
  };
}

const HEADERS: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
};

/** The ids of the client's span are its parent, or its link. */
const NO_ATTRIBUTES: ReadonlySet<string> = new Set(['trace_id', 'span_id', 'http.server.request.duration']);

const requestSpan = (tracer: Tracer, span: Span, method: string) => ({
  trace: spansBelow(tracer, span),
  /** The attributes are the fields of the request's line in the log. */
  end(fields: LogFields): void {
    span.updateName(`${method} ${fields['http.route'] ?? ''}`.trim());
    span.setAttributes(Object.fromEntries(Object.entries(fields).filter(([name]) => !NO_ATTRIBUTES.has(name))));
    // A request that its client got wrong is no error of a server's span.
    if (fields['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});

function spansBelow(tracer: Tracer, parent: Span): Trace {
  const context: Context = trace.setSpan(ROOT_CONTEXT, parent);
  return {
    statement(sql) {
      const summary = summaryOf(sql);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql, 'db.query.summary': summary };
      return ending(tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, context));
    },
    operation(name) {
      const span = tracer.startSpan(name, { attributes: { 'owner_api.operation': name } }, context);
      return { trace: spansBelow(tracer, span), end: ending(span) };
    },
  };
}

/** A message may hold a value of a row, so an error leaves its code alone. */
const ending =
  (span: Span): EndSpan =>
  (failure) => {
    if (failure !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', typeof failure === 'string' ? failure : errorType(failure));
    }
    span.end();
  };

const errorType = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? (error instanceof Error ? error.name : 'Error'));

/** The verb and the table of a statement, such as `SELECT products`: few names for many texts. */
function summaryOf(sql: string): string {
  const outer = withoutParentheses(sql);
  const [, verb = 'SQL'] = /\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK)\b/i.exec(outer) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]+)/i.exec(outer) ?? [];
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase();
}

/** A statement without its subqueries: the innermost parentheses go first. */
function withoutParentheses(sql: string): string {
  const less = sql.replaceAll(/\([^()]*\)/g, ' ');
  return less === sql ? sql : withoutParentheses(less);
}
