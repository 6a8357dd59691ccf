// The placeholders of guides, `{{name argument}}`: values, tables and bodies derived from the code and the versions.
import { z } from 'zod';
import { DEMO_IDS } from '../../../demo/demo-data.ts';
import { MAX_ANSWER_LENGTH, VALUE_LENGTH } from '../../../graphql/limits/answer-bounds.ts';
import { DOCUMENT_LIMITS } from '../../../graphql/limits/document-limits.ts';
import type { JsonObject } from '../../../http/json-body.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import {
  descriptionOf,
  domainObjects,
  entrySchema,
  valueSchema,
} from '../../../operation/field-types.ts';
import { MAX_KEY_LENGTH, MAX_NEW_KEYS } from '../../../operation/idempotency.ts';
import type { Versions } from '../../../operation/versions.ts';
import { ALL_FIELDS } from '../../../rest/release-notes.ts';
import { type Codec, createCodecs } from '../../../rest/wire-codec.ts';
import { printJson } from '../../pages/snippets.ts';
import { stageOf } from '../changelog.ts';
import { fieldsOf, inputOf } from '../examples/example.ts';
import type { DocsSource } from '../layout.ts';
import { guideFile } from './guide-files.ts';

const MEBIBYTE = 2 ** 20;

const LIMITS = {
  ...DOCUMENT_LIMITS,
  keyLength: MAX_KEY_LENGTH,
  newKeys: MAX_NEW_KEYS,
  answerMebibytes: MAX_ANSWER_LENGTH / MEBIBYTE,
  valueLength: VALUE_LENGTH,
};

/** Where to get a token. */
const TOKEN = {
  test: `Use the token that \`npm start\` printed, or sign in to the [dashboard](/dashboard) and create one. On a test deployment with demo data,
the sign-in page offers the demo account.`,
  live: 'Sign in to the [dashboard](/dashboard) and create a token.',
};

/** How to try an example on its page. */
const RUN = {
  test: `Paste your token into the field to fill it in here, and to send the examples from this page with **Run**. If you are signed in to the
dashboard, **Create a token** fills in a new one, which expires after a day.`,
  live: `This is a live deployment, so you can't run examples from these pages: they would change real data. Paste them into a terminal, or use a
test deployment.`,
};

/** JSON as a JavaScript object literal, whose names need no quotes. */
const asLiteral = (json: string) => json.replace(/"(\w+)":/g, '$1:');

const IDS = { ...DEMO_IDS.products, next: DEMO_IDS.nextProduct };

/** By name; `margin` is the line's indentation. */
type Placeholders = Readonly<Record<string, (argument: string, margin: string) => string | number>>;

function createPlaceholders(source: DocsSource): Placeholders {
  const { origin, throttle, canRun, versions } = source;
  const codec = createCodecs(versions)(versions.newest());
  /** An argument such as: createProduct { "product": { "title": "Tent" } }. */
  const bodyOf = (argument: string) => {
    const [, operation = '', json = ''] = /^(\w+) (.*)$/.exec(argument) ?? [];
    return [operation, JSON.parse(json)] as const;
  };
  /** In its wrapper, such as `{ product: { … } }`. */
  function restBody(argument: string): JsonObject {
    const [operation, body] = bodyOf(argument);
    const write = (fields: object) =>
      codec.write(fieldsOf(operation), inputOf(codec, operation, fields));
    return Object.fromEntries(
      Object.entries<object>(body).map(([envelope, inner]) => [envelope, write(inner)]),
    );
  }
  return {
    origin: () => origin,
    run: () => RUN[canRun ? 'test' : 'live'],
    token: () => TOKEN[canRun ? 'test' : 'live'],
    version: () => codec.version,
    points: () => throttle.points,
    window: () => throttle.windowSeconds,
    /** A file of this folder, which tests run as is. */
    file: (name) => guideFile(name).toString().trimEnd(),
    id: (name) => entry(IDS, name),
    limit: (name) => entry(LIMITS, name).toLocaleString('en'),
    code: (failure) => entry(FAILURES, failure).code,
    status: (failure) => entry(FAILURES, failure).status,
    /** A field's REST name, such as `Product.rent`. */
    name(subject) {
      if (!ALL_FIELDS.has(subject)) throw new Error(`No field ${subject}`);
      const [object = '', field = ''] = subject.split('.');
      return codec.wire.name(object, field);
    },
    restJson: (argument, margin) => printJson(restBody(argument), margin),
    restLiteral: (argument, margin) => asLiteral(printJson(restBody(argument), margin)),
    graphqlLiteral: (argument, margin) =>
      asLiteral(printJson(inputOf(codec, ...bodyOf(argument)), margin)),
    ...createTables(versions, codec),
  };
}

function entry<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined)
    throw new Error(`Use one of ${Object.keys(table).join(', ')}, not “${name}”`);
  return value;
}

/** A one-line placeholder; the last `}}` of several braces closes it. */
const PLACEHOLDER = /\{\{(\w+)(?: (.+?))?\}\}(?!\})/g;

/** Replaces the placeholders in a text. @throws if one is unknown. */
export function createFill(source: DocsSource): (markdown: string) => string {
  const all = createPlaceholders(source);
  return (markdown) =>
    markdown.replace(/^( *).*\{\{.*$/gm, (line, margin: string) =>
      line.replace(PLACEHOLDER, (_, name: string, argument = '') =>
        String(entry(all, name)(argument, margin)),
      ),
    );
}

const code = (text: string | number) => `\`${text}\``;

const print = (rows: readonly (readonly string[])[]) => () =>
  rows
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Table rows in Markdown; the heads are in the guides. */
function createTables(versions: Versions, codec: Codec) {
  const { view, wire } = codec;
  return {
    failures: print(
      Object.entries(FAILURES).map(([kind, { status, code: name, message, meaning, reach }]) => [
        reach === 'GRAPHQL' ? '' : code(status),
        code(name),
        kind === 'invalid'
          ? 'A list of field errors, see below'
          : reach === 'GRAPHQL'
            ? meaning
            : message,
      ]),
    ),
    fieldCodes: print(
      Object.entries(FIELD_ERROR_CODES).map(([name, meaning]) => [code(name), meaning]),
    ),
    versions: print(
      versions.list().map((version) => [code(version.date), stageOf(version), version.summary]),
    ),
    columns: print(
      Object.entries<z.ZodType>(view.shape(fieldsOf('createProduct')).shape).map(
        ([name, field]) => [
          `${code(wire.name('Product', name))}${field instanceof z.ZodOptional ? '' : ', required'}`,
          cellOf(codec, name, field),
          descriptionOf(field),
        ],
      ),
    ),
  };
}

/** How a CSV cell contains a product field. */
function cellOf({ wire }: Codec, name: string, field: z.ZodType): string {
  const [values, value, entry] = [
    wire.values('Product', name),
    valueSchema(field),
    entrySchema(field),
  ];
  if (values)
    return Object.entries(values)
      .map(([member, one]) => `${code(one)} ${member}`)
      .join(', ');
  if (entry instanceof z.ZodObject) {
    const { object = '' } = domainObjects.get(entry) ?? {};
    const parts = Object.keys(entry.shape).map((part) => wire.name(object, part));
    return `${parts.length > 1 ? code(`${parts.join(':')}; …`) : 'URLs with spaces between'}, or JSON`;
  }
  if (value instanceof z.ZodBoolean) return `${code('true')} or ${code('false')}`;
  if (wire.type('Product', name) || !(value instanceof z.ZodNumber)) return 'text';
  return value.isInt ? 'integer' : 'number';
}
