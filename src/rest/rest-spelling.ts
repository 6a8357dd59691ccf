// The names and values of REST (sections 2.1 to 2.3): the code's, with the changes of each version.
import { z } from 'zod';
import { memberSubject, type RestValues } from '../operation/change-kinds.ts';
import { fieldIn, type Unchecked } from '../operation/field-types.ts';
import type { VersionView } from '../operation/version-view.ts';
import { REST_ENUMS, restName } from './rest-names.ts';

/** The names and values of one version, of fields as releases name them: `Object.field`. */
export type RestSpelling = ReturnType<typeof restSpelling>;

export const restSpelling = ({ version, has, at, hasMember, members }: VersionView) => ({
  version,
  has,
  name: (subject: string) => at(subject, 'name', restName(fieldIn(subject))),
  /** The values of the enum members that the version has; undefined for any other field. */
  values(subject: string): RestValues | undefined {
    const inCode = REST_ENUMS[fieldIn(subject)];
    if (!inCode) return undefined;
    const values = at(subject, 'values', inCode);
    // New ones come last, wherever the database's enum has them.
    const all = new Set([...Object.keys(values), ...members(subject)]);
    return Object.fromEntries(
      [...all]
        .filter((member) => hasMember(subject, member))
        .map((member) => [
          member,
          values[member] ?? at(memberSubject(subject, member), 'value', member),
        ]),
    );
  },
  /** The codec of a field whose REST type differs from the domain's. */
  type: (subject: string) => at(subject, 'type', undefined),
  /** A release's description of a field; undefined: the code's. */
  description: (subject: string) => at(subject, 'restDescription', undefined),
});

/** A domain value in a version; a value its type can't write stays as it is. */
export function spellValue(rest: RestSpelling, subject: string, value: unknown): unknown {
  const type = rest.type(subject);
  if (type) return z.safeEncode(type, value).data ?? value;
  return rest.values(subject)?.[String(value)] ?? value;
}

/** A value as documents print it. */
export const printed = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The name of a field in a sentence or rule. @throws if the version lacks the field: the text must do without it. */
export function presentName(rest: RestSpelling, subject: string): string {
  if (rest.has(subject)) return rest.name(subject);
  throw new Error(`A text names ${subject}, which version ${rest.version} doesn't have`);
}

/** A version's product fields and values, in Markdown. */
export type MarkdownSpelling = ReturnType<typeof markdownSpelling>;

export const markdownSpelling = (rest: RestSpelling, defaults: Unchecked) => {
  const name = (field: string) => `\`${presentName(rest, `Product.${field}`)}\``;
  return {
    name,
    /** A field and one of its values: `stock_type` 0. */
    is: (field: string, member: string) =>
      `${name(field)} ${printed(spellValue(rest, `Product.${field}`, member))}`,
    isDefault: (field: string, member: string) => defaults[field] === member,
    has: (field: string) => rest.has(`Product.${field}`),
  };
};
