// `x-conditions`: the reasons to reject a valid body that JSON Schema can't express, with the field and code of each
// error.
import type { z } from 'zod';
import { type Condition, domainOf, UNICODE_TEXT } from '../operation/field-types.ts';
import type { Codec } from '../rest/codec.ts';
import type { Route } from '../rest/route.ts';

/** An operation's conditions in a version's names; `[]` stands for any entry of a list, `*` for any field. */
export function conditionsOf({ view, spelling }: Codec, { operation, fields }: Route) {
  const { input, rules = [] } = operation;
  if (!input || !fields) return [];
  const { object, use } = domainOf(input);
  const isOfVersion = ({ path: [field], use: only }: Condition) =>
    (only === undefined || only === use) &&
    (field === undefined || view.has(`${object}.${field}`));
  const ofRules = rules.flatMap(({ conditions = [] }) => conditions);
  const ofShape =
    use === 'update' ? keptFields(input, view.shape(input)).map(onlyStoredNull) : [];
  const { field } = spelling(fields);
  return [...ofRules, ...ofShape, UNICODE_TEXT]
    .filter(isOfVersion)
    .map(({ path, code, when }) => ({
      field: field(path).replaceAll('[0]', '[]') || '*',
      code,
      description: when,
    }));
}

const onlyStoredNull = (field: string): Condition => ({
  path: [field],
  code: 'REQUIRED',
  when: 'The value is null, and the stored one is not.',
});

/** The nullable fields that the version requires. */
const keptFields = ({ shape: inCode }: z.ZodObject, { shape }: z.ZodObject) =>
  Object.keys(shape).filter((name) => inCode[name].isNullable() && !shape[name].isNullable());
