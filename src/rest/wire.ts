// The names and values of REST (sections 2.1 to 2.3): the code's, with the changes of each version.
import { z } from 'zod';
import { memberSubject, type WireValues } from '../operation/change-kinds.ts';
import type { History } from '../operation/release-changes.ts';
import type { VersionName } from '../operation/versions.ts';
import { WIRE_ENUMS, WIRE_NAMES } from './wire-names.ts';

/** The names and values of one version, of fields as releases name them: `Object.field`. */
export type Wire = ReturnType<typeof wireOf>;

export const wireOf = (history: History, version: VersionName) => ({
  name(subject: string): string {
    const field = fieldIn(subject);
    return history.at(version, subject, 'name', WIRE_NAMES[field] ?? field);
  },
  /** The values of the enum members that the version has; undefined for any other field. */
  values(subject: string): WireValues | undefined {
    const ofCode = WIRE_ENUMS[fieldIn(subject)];
    const values = ofCode && history.at(version, subject, 'values', ofCode);
    const added = history.addedMembers(subject);
    if (!values || added.length === 0) return values;
    const sent = (member: string) =>
      values[member] ?? history.at(version, memberSubject(subject, member), 'value', member);
    return Object.fromEntries(
      [...new Set([...Object.keys(values), ...added])]
        .filter((member) => history.at(version, memberSubject(subject, member), 'exists', true))
        .map((member) => [member, sent(member)]),
    );
  },
  /** The codec of a field whose REST type differs from the domain's. */
  type: (subject: string) => history.at(version, subject, 'type', undefined),
  /** A release's description of a field; undefined: the code's. */
  description: (subject: string) => history.at(version, subject, 'wireDescription', undefined),
});

const fieldIn = (subject: string) => subject.slice(subject.indexOf('.') + 1);

/** A domain value in a version; a value its type can't write stays as it is. */
export function onWire(wire: Wire, subject: string, value: unknown): unknown {
  const type = wire.type(subject);
  if (type) return z.safeEncode(type, value).data ?? value;
  return wire.values(subject)?.[String(value)] ?? value;
}

/** A value as documents print it. */
export const printed = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A version's product fields and values, in Markdown. */
export type Words = ReturnType<typeof wordsOf>;

export const wordsOf = (wire: Wire) => {
  const name = (field: string) => `\`${wire.name(`Product.${field}`)}\``;
  /** A field and one of its values: `stock_type` 0. */
  return {
    name,
    is: (field: string, value: string) =>
      `${name(field)} ${wire.values(`Product.${field}`)?.[value]}`,
  };
};
