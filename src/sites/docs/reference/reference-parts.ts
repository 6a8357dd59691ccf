// The parts of the REST reference, each with an anchor: fields, parameters, headers, errors, objects.
import { STATUS_CODES } from 'node:http';
import { html } from 'hono/html';
import { codeOfStatus } from '../../../operation/failure.ts';
import { NOT_BLANK } from '../../../operation/field-types.ts';
import { MAX_INT32, MIN_INT32 } from '../../../operation/id.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import { type Html, prose } from '../../pages/frame.ts';
import { printJson } from '../../pages/snippets.ts';
import { code, markdown, type Section, type Term, termList } from '../layout.ts';
import {
  fieldId,
  nameIn,
  type Parameter,
  parameterId,
  type RestOperation,
  type RestReference,
  type RestResponse,
  type Schema,
  schemaPath,
} from './rest-reference.ts';

const listed = (parts: readonly (Html | string)[], last = ', '): Html =>
  html`${parts.map((part, index) => html`${index > 0 && (index === parts.length - 1 ? last : ', ')}${part}`)}`;

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date and time',
  uri: 'URL',
  'uri-reference': 'path',
};

/** A field's type as text, with its limits: `string, not blank, at most 255 characters`. */
function describeType(reference: RestReference, schema: Schema): Html {
  const { $ref, enum: values, items, type, format = '', 'x-enum-varnames': names } = schema;
  if ($ref) return html`<a href="${schemaPath(reference, nameIn($ref))}">${nameIn($ref)}</a>`;
  if (values && values.length <= MOST_VALUES)
    return listed(
      values.map((value, index) => describeValue(value, names?.[index])),
      ' or ',
    );
  const [kind = '', ...others] = [type ?? []].flat();
  const words = items ? html`list of ${describeType(reference, items)}` : (FORMATS[format] ?? kind);
  const limits = limitsOf(schema);
  const or = others.map((other) => `${limits.length > 0 ? ',' : ''} or ${other}`);
  return html`${listed([words, ...limits])}${or}`;
}

/** Longer lists of values are described instead. */
const MOST_VALUES = 20;

/** A value, with its GraphQL name if that isn't obvious. */
const describeValue = (value: unknown, name?: string): Html =>
  html`<code>${String(value)}</code>${name && name !== String(value).toUpperCase() && ` ${name}`}`;

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minItems, maxItems, minLength, maxLength, pattern } = schema;
  const isRequiredText = pattern === NOT_BLANK;
  return [
    isRequiredText ? 'not blank' : '',
    range(minLength === 1 ? undefined : minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    // Every integer has these bounds, as the introduction says.
    range(
      minimum === MIN_INT32 ? undefined : minimum,
      maximum === MAX_INT32 ? undefined : maximum,
      '',
    ),
  ].filter((limit) => limit !== '');
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`;
  return max === undefined ? `${min} or more${unit}` : `${min} to ${max}${unit}`;
}

/**
 * Creates the lists of one page: a schema that only the page's operation uses is shown below the first field that has
 * it.
 */
export function createFieldLists(reference: RestReference) {
  const { components, owned } = reference;
  const shown = new Set<string>();

  /** The fields of a schema, or of either of two; skips sentences already in `said`. */
  function fieldsOf(component: string, said = ''): Html {
    const { oneOf, properties = {}, ...object } = components.schemas[component] ?? {};
    if (oneOf) return alternatives(oneOf, said);
    const terms = Object.entries(properties).map(([name, field]): Term => {
      const { description = '', 'x-graphql-name': other } = field;
      // Requests reject unknown fields; in a response every field is present unless it says otherwise.
      const isRequest = object.additionalProperties === false;
      const isNoted = (object.required ?? []).includes(name) === isRequest;
      const need = isRequest ? html` <strong>required</strong>` : html` <em>may be absent</em>`;
      const byDefault = / Default: (.*?)\.(?: |$)/.exec(description)?.[1];
      return {
        id: fieldId(reference, component, name),
        name,
        facts: html`${describeType(reference, field)}${byDefault && html`, by default <code>${byDefault}</code>`}${isNoted && need}${other && html` <small>GraphQL: <code>${other}</code></small>`}`,
        texts: [description && prose(textOf(said, description)), below(field.items ?? field, said)],
      };
    });
    return termList(terms);
  }

  /** The usual form of a body, and the others folded. */
  const alternatives = ([first, ...others]: readonly Schema[], said: string): Html =>
    html`${first && block(first, said)}${others.map(
      (other) =>
        html`<details><summary>Or wrapped in <code>${Object.keys(propertiesOf(other))[0]}</code></summary>${block(other, said)}</details>`,
    )}`;

  const propertiesOf = ({ $ref }: Schema) => components.schemas[nameIn($ref)]?.properties ?? {};

  /** A schema's fields, with its anchor. */
  function block({ $ref }: Schema, said?: string): Html {
    shown.add(nameIn($ref));
    return html`<div id="${nameIn($ref)}">${fieldsOf(nameIn($ref), said)}</div>`;
  }

  const below = (schema: Schema, said: string): Html | '' =>
    owned.has(nameIn(schema.$ref)) && !shown.has(nameIn(schema.$ref)) ? block(schema, said) : '';

  return { fieldsOf, block };
}

/** The sentences of a description that are neither in `said` nor in the facts, which name its values and default. */
const textOf = (said: string, description: string): string =>
  description
    .split(/(?<=\.) /)
    .filter((sentence) => !said.includes(sentence) && !/^(?:`[^`]*`: \w+|Default: )/.test(sentence))
    .join(' ');

export const parameterTerm = (
  reference: RestReference,
  operation: RestOperation,
  parameter: Parameter,
): Term => ({
  id: parameterId(parameter, operation),
  name: parameter.name,
  facts: html`${parameter.in}, ${describeType(reference, parameter.schema)}${parameter.required && html` <strong>required</strong>`}`,
  texts: [prose(parameter.description)],
});

/** Links to a response's headers that not every response has; empty if there are none. */
export function headerLinks({ path }: RestReference, { headers }: RestResponse): Html | '' {
  const own = Object.entries(headers).filter(([, { isCommon }]) => !isCommon);
  if (own.length === 0) return '';
  return html`Headers: ${listed(own.map(([name, { component }]) => html`<a href="${path}#header-${component}"><code>${name}</code></a>`))}`;
}

/** 304 has no code. */
export const isError = (status: string) => codeOfStatus(Number(status)) !== undefined;

const errorsOf = ({ responses }: RestOperation) =>
  Object.entries(responses)
    .filter(([status]) => isError(status))
    .map(([status, response]) => ({ status, id: `error-${response.component}`, response }));

/** An operation's errors with the first sentence of each, and the errors of every operation. */
export function errorList({ path }: RestReference, operation: RestOperation): Html {
  const errors = errorsOf(operation);
  const link = ({ status, id }: (typeof errors)[number]) =>
    html`<a href="${path}#${id}"><code>${status}</code></a>`;
  const row = (error: (typeof errors)[number]) =>
    html`<li>${link(error)} ${STATUS_CODES[error.status]}. ${prose(error.response.description.split(/(?<=\.) /)[0] ?? '')}</li>`;
  return html`<ul class="errors">
${errors.filter(({ response }) => !response.isCommon).map(row)}
<li>As every operation: ${listed(errors.filter(({ response }) => response.isCommon).map(link))}; <a href="${DOCS_PATHS.guide('errors')}">what to do about each</a>.</li>
</ul>`;
}

export type SharedSections = readonly {
  readonly title: string;
  readonly sections: readonly Section[];
}[];

/** The sections that a reference's operations share, in groups. */
export function sharedSections(reference: RestReference): SharedSections {
  const { fieldsOf } = createFieldLists(reference);
  const objects = reference.objects.map((name) => {
    const { description, properties } = reference.components.schemas[name] ?? {};
    const content = html`${description && markdown(description)}${properties && fieldsOf(name)}`;
    return { id: name, title: name, content };
  });
  const all = [requestHeaders(reference), errorSection(reference), responseHeaders(reference)];
  return [
    { title: 'All operations', sections: all },
    { title: 'Objects', sections: objects },
  ];
}

/** The token, and the parameters of every operation. */
function requestHeaders(reference: RestReference): Section {
  const tokens = Object.entries(reference.components.securitySchemes).map(
    ([id, { name, description }]) => ({
      id,
      name: name ?? 'Authorization',
      facts: name ? 'query, string' : 'header, Bearer and the token',
      texts: [prose(description)],
    }),
  );
  const headers = reference.operations.slice(0, 1).flatMap((operation) => {
    const common = operation.parameters.filter(({ isCommon }) => isCommon);
    return common.map((parameter) => parameterTerm(reference, operation, parameter));
  });
  return {
    id: 'request-headers',
    title: 'Request headers',
    content: termList([...tokens, ...headers]),
  };
}

function errorSection(reference: RestReference): Section {
  const { block } = createFieldLists(reference);

  function bodyOf({ content }: RestResponse): Html | '' {
    const body = content?.['application/json'];
    const [first, ...others] = Object.values(body?.examples ?? {});
    if (!body || !first) return '';
    if (others.length === 0) return html`<code>${JSON.stringify(first.value)}</code>`;
    const examples = [first, ...others].map(({ summary = '', value }) =>
      code(printJson(value), summary),
    );
    return html`${block(body.schema)}<details><summary>${examples.length} examples</summary>${examples}</details>`;
  }

  const errors = new Map(reference.operations.flatMap(errorsOf).map((error) => [error.id, error]));
  const terms = [...errors.values()]
    .toSorted((a, b) => Number(a.status) - Number(b.status))
    .map(({ id, status, response }) => ({
      id,
      name: status,
      facts: STATUS_CODES[status] ?? '',
      texts: [prose(response.description), headerLinks(reference, response), bodyOf(response)],
    }));
  return {
    id: 'errors',
    title: 'Errors',
    content: html`<p>A request that fails changes nothing. See <a href="${DOCS_PATHS.guide('errors')}">Errors</a> for all codes, and for what GraphQL returns.</p>
${termList(terms)}`,
  };
}

/** Successful responses' headers first, then errors'. */
function responseHeaders({ operations }: RestReference): Section {
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const headers = [...responses.filter(({ component }) => !component), ...responses].flatMap(
    (one) => Object.entries(one.headers).map(([name, header]) => ({ name, ...header })),
  );
  const terms = [...new Map(headers.map((header) => [header.component, header])).values()];
  const list = (those: boolean) =>
    termList(
      terms
        .filter(({ isCommon }) => isCommon === those)
        .map(({ component, name, description, schema: { example } }) => {
          const facts = example === undefined ? '' : html`<code>${example}</code>`;
          return { id: `header-${component}`, name, facts, texts: [prose(description)] };
        }),
    );
  return {
    id: 'response-headers',
    title: 'Response headers',
    content: html`<p>Every response of an operation has these:</p>${list(true)}<p>And some have these:</p>${list(false)}`,
  };
}
