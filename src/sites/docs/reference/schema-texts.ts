// Schemas of the OpenAPI document as Markdown: lists of fields, each with its type, limits and default.
import { NOT_BLANK } from '../../../operation/field-types.ts';
import { MAX_INT32, MIN_INT32 } from '../../../operation/id.ts';
import { fieldList, paragraphs, withoutNullNote } from '../page.ts';
import { nameIn, type Part, type RestDocument, type Schema } from './rest-document.ts';

export function createSchemaTexts({ components, linkTo }: RestDocument) {
  /** A type with its limits: `string, not blank, at most 255 characters`. */
  function typeOf(schema: Schema): string {
    const { items, type = [], format } = schema;
    const component = nameIn(schema);
    if (component) return linkTo(component);
    const [kind = '', ...others] = [type].flat();
    const what = items ? `list of ${typeOf(items)}` : (kind === 'string' && format) || kind;
    const limits = limitsOf(schema);
    const alternatives = others.map((other) => `${limits.length > 0 ? ',' : ''} or ${other}`);
    return `${[what, ...limits].join(', ')}${alternatives.join('')}`;
  }

  /** A heading, the description and the fields of a schema; empty for a choice between others. */
  function textOf(name: string) {
    const { description, properties, required, additionalProperties } =
      components.schemas[name] ?? {};
    if (!description && !properties) return '';
    // Requests reject unknown fields. In a response, every field is present unless it says otherwise.
    const [whenRequired, otherwise] =
      additionalProperties === false ? ['**required**', ''] : ['', 'may be absent'];
    const fields = Object.entries(properties ?? {}).map(([field, schema]) => {
      const other = schema['x-graphql-name'];
      const { text, defaults } = parted(schema.description);
      const isRequired = required?.includes(field);
      return {
        name: field,
        id: `${name}-${field}`,
        type: [typeOf(schema), defaults, isRequired ? whenRequired : otherwise],
        text: `${text}${other ? ` GraphQL: \`${other}\`.` : ''}`,
      };
    });
    return paragraphs(`### ${name} {#${name}}`, description, fieldList(fields));
  }

  /** An operation's parameter, in a list. */
  function parameterOf(part: Part, operation: string) {
    const parameter = components.parameters[nameIn(part)] ?? part;
    const { name, in: place, required, description, schema } = parameter;
    return {
      name,
      id: `${operation}-${place}-${name}`,
      type: [place, typeOf(schema), required && '**required**'],
      text: description,
    };
  }

  return { textOf, parameterOf };
}

/** What descriptions end with, for readers without this page: a default, and what the values of an enum mean. */
const AT_END = /(?:Default: (.+?)\.)? ?(?:(?:`[^`]*`: \w+(?:, |\.))+)?$/;

function parted(description: string | undefined) {
  const text = withoutNullNote(description);
  const [end, value] = AT_END.exec(text) ?? [''];
  return {
    text: text.slice(0, text.length - end.length).trim(),
    defaults: value && `default \`${value}\``,
  };
}

function limitsOf(schema: Schema) {
  const { pattern, minimum, maximum, minItems, maxItems, minLength, maxLength } = schema;
  const names: readonly string[] = schema['x-enum-varnames'] ?? [];
  return [
    ...names.map((name, index) => `\`${schema.enum?.[index]}\` ${name}`),
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
