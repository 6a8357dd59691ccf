// The fields of an object of the OpenAPI document as a list: name, type, limits, whether it is required, description.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { prose } from '../layout.ts';
import { describeType } from './describe-type.ts';
import { componentOf, type Reference, type Schema } from './document.ts';
import { prefixOf, type RestReference } from './rest-reference.ts';
import { type Term, termList } from './term-list.ts';

/** Makes the lists of one page: a schema that the operation of the page alone uses stands below the field that has it first. */
export function createFieldLists(reference: RestReference) {
  const { document, owned } = reference;
  const shown = new Set<string>();

  /** The fields of a schema, or of either of two; sentences of `said` are not said again. */
  function fieldsOf(component: string, said = ''): Html {
    const { oneOf, properties = {}, ...object } = document.components.schemas[component] ?? {};
    if (oneOf)
      return html`${oneOf.map((one, index) => html`${index > 0 && html`<p class="or">or</p>`}${block(one, said)}`)}`;
    const terms = Object.entries(properties).map(([name, field]): Term => {
      const facts = html`${describeType(reference, field)}${defaultOf(field)}${need(object, name)}${otherName(field)}`;
      const text = field.description && prose(textOf(said, field.description));
      return {
        id: `${prefixOf(reference, component)}-${name}`,
        name,
        facts,
        texts: [text, below(field.items ?? field, said)],
      };
    });
    return termList(terms);
  }

  /** The fields of a schema with its anchor. */
  function block(schema: Schema, said?: string): Html {
    const component = componentOf(schema as Reference);
    shown.add(component);
    return html`<div id="${component}">${fieldsOf(component, said)}</div>`;
  }

  function below(schema: Schema, said: string): Html | '' {
    const component = schema.$ref ? componentOf(schema as Reference) : '';
    return owned.has(component) && !shown.has(component) ? block(schema, said) : '';
  }

  return { fieldsOf, block };
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
