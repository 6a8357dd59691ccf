// The Arazzo document of a version: the workflows of `arazzo.yaml` in the version's names and values.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from '../http/json-body.ts';
import type { Release } from '../operation/release-changes.ts';
import { OPENAPI_YAML_PATH } from '../paths.ts';
import { routeOf } from '../rest/find-route.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { filled } from './filled.ts';
import { withRequired } from './required-fields.ts';

interface Step extends JsonObject {
  readonly operationId: string;
  readonly requestBody?: { readonly payload: object };
}

interface Workflow extends JsonObject {
  readonly steps: readonly Step[];
}

const TEMPLATE: { readonly workflows: readonly Workflow[] } = parse(
  readFileSync(new URL('./arazzo.yaml', import.meta.url), 'utf8'),
);

/** The version's workflows; their OpenAPI document is at `origin`. */
export function buildArazzo({ date, label }: Release, codec: Codec, origin: string): JsonObject {
  const values: Readonly<Record<string, string>> = {
    version: date,
    label,
    openapi: `${origin}${OPENAPI_YAML_PATH}?version=${date}`,
  };
  const document = filled(TEMPLATE, (name) => values[name] ?? codec.wire.name(name));
  const workflows = document.workflows
    .filter(({ steps }) => steps.every(({ operationId }) => codec.view.has(operationId)))
    .map((workflow) => ({
      ...workflow,
      steps: workflow.steps.map((step) => stepIn(codec, step)),
    }));
  return { ...document, workflows };
}

/** A step with its body as the version has it. */
function stepIn(codec: Codec, step: Step): Step {
  const { envelope, fields, operation } = routeOf(step.operationId) ?? {};
  if (!step.requestBody || !envelope || !fields) return step;
  const { payload } = step.requestBody;
  const input = operation?.find ? { ...payload } : withRequired(codec, fields, payload);
  const wrapped = envelope.wrap(codec.write(fields, input));
  return { ...step, requestBody: { ...step.requestBody, payload: wrapped } };
}
