// The type of a field in words, with its limits: `string, not blank, at most 255 characters`.
import { html } from 'hono/html';
import { MAX_INT32, MIN_INT32 } from '../../../operation/id.ts';
import type { Html } from '../../pages/frame.ts';
import { componentOf, type Schema } from './document.ts';
import { type RestReference, schemaPath } from './rest-reference.ts';

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date and time',
  uri: 'URL',
  'uri-reference': 'path',
};

export function describeType(reference: RestReference, schema: Schema): Html {
  const { $ref, enum: values, items, type, format = '' } = schema;
  if ($ref) return html`<a href="${schemaPath(reference, componentOf({ $ref }))}">${componentOf({ $ref })}</a>`;
  if (values) return alternatives(values.map((value, index) => describeValue(schema, value, index)));
  const [kind = '', ...others] = [type ?? []].flat();
  const words = items ? html`list of ${describeType(reference, items)}` : (FORMATS[format] ?? kind);
  const limits = limitsOf(schema);
  const or = others.map((other) => `${limits.length > 0 ? ',' : ''} or ${other}`);
  return html`${words}${limits.map((limit) => html`, ${limit}`)}${or}`;
}

/** A value, with its name on GraphQL if that does not follow from it. */
function describeValue({ 'x-enum-varnames': names }: Schema, value: unknown, index: number): Html {
  const name = names?.[index];
  const isSaid = !name || name === String(value).toUpperCase();
  return html`<code>${String(value)}</code>${!isSaid && ` ${name}`}`;
}

const alternatives = (all: readonly Html[]): Html =>
  html`${all.map((one, index) => html`${index > 0 && (index === all.length - 1 ? ' or ' : ', ')}${one}`)}`;

function limitsOf(schema: Schema): (Html | string)[] {
  const { minimum, maximum, minItems, maxItems, minLength, maxLength, pattern, format } = schema;
  const isText = pattern === String.raw`\S`;
  return [
    isText ? 'not blank' : '',
    range(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    // Every integer has these bounds, as the introduction says.
    range(minimum === MIN_INT32 ? undefined : minimum, maximum === MAX_INT32 ? undefined : maximum, ''),
    pattern && !isText && !format ? html`<code>${pattern}</code>` : '',
  ].filter((limit) => limit !== '');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`;
  return max === undefined ? `${min} or more${unit}` : `${min} to ${max}${unit}`;
}
