// Schemas of the OpenAPI document as tables in Markdown: a row for each field, with its type and limits.
import { NOT_BLANK } from '../../../operation/field-types.ts';
import { MAX_INT32, MIN_INT32 } from '../../../operation/id.ts';
import { markdownTable, paragraphs, withoutNullNote } from '../page.ts';
import { nameIn, type Part, type RestDocument, type Schema } from './rest-document.ts';

/** A heading, the description and the fields of a schema; empty for a choice between others. */
export function schemaText(document: RestDocument, name: string): string {
  const { description, properties, required, additionalProperties } =
    document.components.schemas[name] ?? {};
  if (!description && !properties) return '';
  // Requests reject unknown fields. In a response, every field is present unless it says otherwise.
  const [whenRequired, otherwise] =
    additionalProperties === false ? [', **required**', ''] : ['', ', may be absent'];
  const rows = Object.entries(properties ?? {}).map(([field, schema]) => {
    const other = schema['x-graphql-name'];
    return [
      `\`${field}\` {#${name}-${field}}`,
      describeType(document, schema) + (required?.includes(field) ? whenRequired : otherwise),
      `${withoutNullNote(schema.description)}${other ? ` GraphQL: \`${other}\`.` : ''}`,
    ];
  });
  return paragraphs(
    `### ${name} {#${name}}`,
    description,
    properties && markdownTable(['Field', 'Type', 'Description'], rows),
  );
}

/** A type with its limits: `string, not blank, at most 255 characters`. */
export function describeType(document: RestDocument, schema: Schema): string {
  const { items, type = [], format } = schema;
  const component = nameIn(schema);
  if (component) return `[${component}](${document.addressOf(component)})`;
  const [kind = '', ...others] = [type].flat();
  const what = items
    ? `list of ${describeType(document, items)}`
    : (kind === 'string' && format) || kind;
  const limits = limitsOf(schema);
  const alternatives = others.map((other) => `${limits.length > 0 ? ',' : ''} or ${other}`);
  return `${[what, ...limits].join(', ')}${alternatives.join('')}`;
}

function limitsOf(schema: Schema) {
  const { pattern, minimum, maximum, minItems, maxItems, minLength, maxLength } = schema;
  return [
    pattern === NOT_BLANK ? 'not blank' : '',
    range(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    // Every integer has these bounds, as the first page says.
    range(
      minimum === MIN_INT32 ? undefined : minimum,
      maximum === MAX_INT32 ? undefined : maximum,
      '',
    ),
  ].filter(Boolean);
}

function range(min: number | undefined, max: number | undefined, unit: string) {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`;
  return max === undefined ? `${min} or more${unit}` : `${min} to ${max}${unit}`;
}

/** The row of an operation's parameter. */
export function parameterRow(document: RestDocument, part: Part, operation: string) {
  const parameter = document.components.parameters[nameIn(part)] ?? part;
  const { name, in: place, required, description, schema } = parameter;
  return [
    `\`${name}\` {#${operation}-${place}-${name}}`,
    `${place}, ${describeType(document, schema)}${required ? ', **required**' : ''}`,
    description,
  ];
}
