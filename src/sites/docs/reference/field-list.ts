// The fields of an object of the OpenAPI document as a list: name, type, limits, whether it is required, description.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { prose } from '../layout.ts';
import { describeType } from './describe-type.ts';
import { componentOf, type Document, type Reference, type Schema } from './document.ts';
import { type Term, termList } from './term-list.ts';

export interface Place {
  /** The id of a field is this one, a hyphen and its name. */
  readonly id: string;
  /** The prefix of ids in a component whose fields stand below the field that has it; undefined for one with a section of its own. */
  readonly within?: (component: string, id: string) => string | undefined;
  /** A text above the list, whose sentences are not said again. */
  readonly said?: string;
}

/** Makes the lists of one document. */
export function createFieldList({ components: { schemas } }: Document) {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (schemas[componentOf(schema as Reference)] ?? {}) : schema;

  return (root: Schema, { id: rootId, within, said = '' }: Place): Html => {
    /** The ids of the fields below which components stand. */
    const shown = new Map<string, string>();

    function list(schema: Schema, id: string): Html {
      const object = resolve(schema);
      if (object.oneOf)
        return html`${object.oneOf.map((one, index) => html`${index > 0 && html`<p class="or">or</p>`}${list(one, id)}`)}`;
      return termList(
        Object.entries(object.properties ?? {}).map(([name, field]) => term(object, name, field, `${id}-${name}`)),
      );
    }

    function term(object: Schema, name: string, field: Schema, id: string): Term {
      const component = field.$ref ? componentOf(field as Reference) : '';
      const inner = component ? within?.(component, id) : undefined;
      const same = shown.get(component);
      if (inner !== undefined && !same) shown.set(component, id);
      const fields =
        inner !== undefined && (same ? html`The same fields as <a href="#${same}">above</a>.` : list(field, inner));
      return {
        id,
        name,
        facts: html`${inner === undefined ? describeType(field) : 'object'}${defaultOf(field)}${need(object, name)}${otherName(field)}`,
        texts: [field.description && prose(textOf(said, field.description)), fields || ''],
      };
    }

    return list(root, rootId);
  };
}

/** A request refuses unknown fields; in an answer every field is there unless it says otherwise. */
function need({ required = [], additionalProperties }: Schema, name: string): Html | '' {
  const isRequest = additionalProperties === false;
  if (required.includes(name) !== isRequest) return '';
  return isRequest ? html` <strong>required</strong>` : html` <em>not always there</em>`;
}

const otherName = ({ 'x-graphql-name': name }: Schema) => name && html` <small>GraphQL: <code>${name}</code></small>`;

/** The sentences of a description that neither `said` nor the facts have: those name its values and its default. */
const textOf = (said: string, description: string): string =>
  description
    .split(/(?<=\.) /)
    .filter((sentence) => !said.includes(sentence) && !/^(?:`[^`]*`: \w+|Default: )/.test(sentence))
    .join(' ');

const defaultOf = ({ description = '' }: Schema): Html | undefined => {
  const value = / Default: (.*?)\.(?: |$)/.exec(description)?.[1];
  return value === undefined ? undefined : html`, by default <code>${value}</code>`;
};
