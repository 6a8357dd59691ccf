// OpenTelemetry spans of requests, their operations and statements; loaded only if an endpoint is configured.
import {
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { LogFields } from '../log.ts';
import { beforeDeadline, type EndSpan, type Trace, withDeadline } from '../request-scope.ts';

const SERVICE = 'rental-marketplace-owner-api';

/** For the spans in memory at a stop; an unreachable collector doesn't delay it further. */
const STOP_WITHIN_MILLISECONDS = 2_000;

export type Tracing = ReturnType<typeof openTracing>;

interface TracingOptions {
  readonly version: string;
  /** Whether a request's `traceparent` is its parent. */
  readonly trustsTraceparent: boolean;
  /** Gets the exporter's complaints. */
  readonly warn: (message: string) => void;
}

/** The `OTEL_*` variables set the rest, as OpenTelemetry documents them. */
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
    /** Starts a request's span; undefined if the sampler skips it. */
    begin({ method, headers }: Request) {
      const given = propagator.extract(
        ROOT_CONTEXT,
        Object.fromEntries(headers),
        defaultTextMapGetter,
      );
      const client = trace.getSpanContext(given);
      // A parent decides whether a request is sampled. A link doesn't, so clients can't decide what is sent and paid
      // for.
      const links = client && !trustsTraceparent ? [{ context: client }] : [];
      const parent = trustsTraceparent ? given : ROOT_CONTEXT;
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, links }, parent);
      return span.isRecording() ? requestSpan(tracer, span, method) : undefined;
    },
    /** Sends the spans in memory, if the collector accepts them in time. */
    async stop() {
      const sent = provider.shutdown();
      await withDeadline(STOP_WITHIN_MILLISECONDS, () => beforeDeadline(sent)).catch(() =>
        complain('the last ones, before the stop'),
      );
    },
  };
}

/** Every export to an unreachable collector complains. */
function onceAMinute(warn: (message: string) => void) {
  let last = -Infinity;
  return (message: string) => {
    if (performance.now() - last < 60_000) return;
    last = performance.now();
    warn(message);
  };
}

const requestSpan = (tracer: Tracer, span: Span, method: string) => ({
  trace: spansBelow(tracer, span),
  /** The attributes are the fields of the request's log line; the client's IDs are the parent or the link instead. */
  end({
    trace_id: _trace,
    span_id: _span,
    'http.server.request.duration': _duration,
    ...attributes
  }: LogFields) {
    span.updateName(`${method} ${attributes['http.route'] ?? ''}`.trim());
    span.setAttributes(attributes);
    // A client error isn't an error of a server span.
    if (attributes['error.type'] !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  },
});

function spansBelow(tracer: Tracer, parent: Span): Trace {
  const context = trace.setSpan(ROOT_CONTEXT, parent);
  return {
    statement(sql) {
      const summary = summaryOf(sql);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.text': sql,
        'db.query.summary': summary,
      };
      return ending(
        tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, context),
      );
    },
    operation(name) {
      const span = tracer.startSpan(
        name,
        { attributes: { 'owner_api.operation': name } },
        context,
      );
      return { trace: spansBelow(tracer, span), end: ending(span) };
    },
  };
}

/** A message may contain a row's value, so only the error's code is recorded. */
const ending =
  (span: Span): EndSpan =>
  (failure) => {
    if (failure !== undefined) {
      const { code, name = 'Error' } = Object(failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute(
        'error.type',
        typeof failure === 'string' ? failure : String(code ?? name),
      );
    }
    span.end();
  };

/** A statement's verb and table, such as `SELECT products`: few names for many statements. */
function summaryOf(sql: string) {
  const [, verb = 'SQL'] =
    /\b(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK)\b/i.exec(sql) ?? [];
  const [, table = ''] =
    /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?([a-z_]+)/i.exec(sql) ?? [];
  return `${verb.toUpperCase()} ${table}`.trim();
}
