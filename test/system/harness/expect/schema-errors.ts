// The errors of an input by its schema in the OpenAPI document, with the codes and paths that the service has for what
// Ajv finds; and of images, whose hosts no schema describes.
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Path, Shape } from '../contract/shape.ts';
import { toRest } from '../contract/translate.ts';
import { isBlank } from '../generate/values.ts';
import type { ExpectedError, JsonObject, ValidationCode } from './expected-answer.ts';

/** The codes of Ajv's keywords; any other is INVALID_FORMAT. */
const CODES: Readonly<Partial<Record<string, ValidationCode>>> = {
  required: 'REQUIRED',
  minimum: 'MIN_VALUE',
  maxLength: 'MAX_LENGTH',
  minItems: 'MIN_ITEMS',
  maxItems: 'MAX_ITEMS',
};

/** Keywords of rules across fields, which have expectations of their own, or of parts that have errors themselves. */
const NOT_LISTED = ['not', 'minProperties', 'anyOf', 'oneOf', 'format'];

const isListed = ({ keyword, params }: ErrorObject) =>
  !NOT_LISTED.includes(keyword) && params.type !== 'null';

export function schemaErrors(input: JsonObject, shape: Shape): ExpectedError[] {
  const found = (shape.errors?.(toRest(input, shape)) ?? []).filter(isListed);
  const lists = found.filter(({ keyword }) => /^m..Items$/.test(keyword));
  const isInList = ({ instancePath }: ErrorObject) =>
    lists.some((list) => instancePath.startsWith(`${list.instancePath}/`));
  const errors = found.filter((error) => !isInList(error));
  return [
    ...errors
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((error) => expectedError(error, shape)),
    ...imageErrors(input, shape, (src) => !URL.canParse(src)),
  ];
}

/** Of a value with several errors the first one is listed: its type, then what it contains, then its length. */
const RANKS: Readonly<Partial<Record<string, number>>> = { type: 0, maxLength: 2 };
const rankOf = ({ keyword }: ErrorObject) => RANKS[keyword] ?? 1;

function expectedError(error: ErrorObject, shape: Shape): ExpectedError {
  const { path, of } = placeOf(error, shape);
  const code = codeOf(error);
  const mentions = code === 'INVALID_FORMAT' ? mentionsOf(error, of) : undefined;
  return { path, code, ...(mentions && { mentions }) };
}

function codeOf({ keyword, data, parentSchema }: ErrorObject): ValidationCode {
  const { minLength, minimum } = parentSchema ?? {};
  const isEmpty = typeof data === 'string' && minLength > 0 && isBlank(data);
  if (data === null || isEmpty) return 'REQUIRED';
  // The lowest 32-bit integer is the limit of the type, not a minimum.
  if (keyword === 'minimum' && minimum === INT32_MIN) return 'INVALID_FORMAT';
  return CODES[keyword] ?? 'INVALID_FORMAT';
}

const INT32_MIN = -(2 ** 31);

/** The path, and the shape of the value there. */
function placeOf({ instancePath, params }: ErrorObject, shape: Shape) {
  const { missingProperty, additionalProperty } = params;
  const within: string[] = [missingProperty ?? additionalProperty ?? []].flat();
  let of: Shape | undefined = shape;
  const path: Path = [...instancePath.split('/').slice(1), ...within].map((step) => {
    const isEntry = of?.kind === 'array';
    const field = [...(of?.fields.values() ?? [])].find(({ names }) => names.rest === step);
    of = isEntry ? of?.item : field;
    return isEntry ? Number(step) : (field?.names.graphql ?? step);
  });
  return { path, of };
}

/** What the message contains. Where it differs by API, the APIs' messages are not compared. */
function mentionsOf(
  { keyword }: ErrorObject,
  shape: Shape | undefined,
): ExpectedError['mentions'] {
  const { values = [], restValues, kind } = shape ?? {};
  // The message may name the intended field as the API spells it.
  if (keyword === 'additionalProperties')
    return { rest: ['unknown'], graphql: ['unknown field'] };
  // It lists allowed values that have names, as the API spells them.
  if (restValues) return { rest: restValues.map(String), graphql: values.map(String) };
  // A number that REST has in a string: the messages name different types.
  return kind === 'number text' ? { rest: ['must'], graphql: ['must be'] } : undefined;
}

/** An error for each image of an input whose URI is wrong; none for a list that is too long. */
function imageErrors(
  { images }: JsonObject,
  { fields }: Shape,
  isWrong: (src: string) => boolean,
): ExpectedError[] {
  const { maxItems = Infinity } = fields.get('images') ?? { maxItems: 0 };
  if (!Array.isArray(images) || images.length > maxItems) return [];
  return images.flatMap((image: { src?: unknown } | null, index) => {
    const src = image?.src;
    const path: Path = ['images', index, 'src'];
    return typeof src === 'string' && isWrong(src)
      ? [{ path, code: 'INVALID_FORMAT' as const }]
      : [];
  });
}

/** D29 `simulate`: hosts under `.invalid` are unreachable, all others reachable. */
export const unreachableImages = (input: JsonObject, shape: Shape): ExpectedError[] =>
  imageErrors(
    input,
    shape,
    (src) => URL.canParse(src) && /(?:^|\.)invalid\.?$/.test(new URL(src).hostname),
  );
