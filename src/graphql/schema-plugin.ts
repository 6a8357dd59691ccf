// The schema plugin: omits fields that no usable version has, and deprecates those the latest version removed.
import SchemaBuilder, {
  BasePlugin,
  type PothosEnumValueConfig,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql';
import { z } from 'zod';
import {
  describeNull,
  descriptionOf,
  fieldSubject,
  idFields,
  withoutWrappers,
} from '../operation/field-types.ts';
import { MAX_INT32 } from '../operation/id.ts';
import type { Defaulted, VersionView } from '../operation/version-view.ts';
import type { Versions } from '../operation/versions.ts';
import { sentences } from '../text.ts';

export const USABLE_FIELDS = 'usableFields';

/** The extension of an enum value: the field and the member, as releases name it. */
export const MEMBER_OF = 'memberOf';

interface CheckedType {
  readonly shape: z.ZodObject;
  /** The operation whose input it is; undefined for list entries. */
  readonly operation: Defaulted | undefined;
}

/** The shapes that validate input types, by type name. */
export const inputTypes = new Map<string, CheckedType>();

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      usableFields: UsableFieldsPlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      readonly [USABLE_FIELDS]: { readonly versions: Versions };
    }
  }
}

class UsableFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    field: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> | null {
    const { versions } = this.options[USABLE_FIELDS];
    const subject =
      (field.extensions?.operation as string) ?? `${field.parentType}.${field.name}`;
    const standing = standingOf(versions, subject);
    if (!standing) return null;
    const hasNewMembers = versions.releases
      .flatMap(({ changes }) => changes)
      .some(
        (change) => 'member' in change && [subject, `${subject}[]`].includes(change.member),
      );
    return {
      ...field,
      ...standing,
      description: latestDescription(versions, subject) ?? field.description,
      ...(hasNewMembers && { resolve: readByVersion(subject, field.resolve) }),
    } as PothosOutputFieldConfig<Types>;
  }

  /**
   * Exposes a record's field without plugin-prisma's check that its column was loaded: rows have every selected column
   * (`selection.ts`). That check serves fields selected twice with different arguments; ours have none, and it costs
   * more than everything else in a read.
   */
  override wrapResolve(
    checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { extensions, args, resolve }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const isLoaded = extensions?.pothosPrismaSelect && Object.keys(args).length === 0;
    return isLoaded && resolve ? (resolve as typeof checked) : checked;
  }

  override onEnumValueConfig(
    value: PothosEnumValueConfig<Types>,
  ): PothosEnumValueConfig<Types> | null {
    const { versions } = this.options[USABLE_FIELDS];
    const subject = value.extensions?.[MEMBER_OF];
    return subject && !standingOf(versions, String(subject)) ? null : value;
  }

  override onInputFieldConfig(
    field: PothosInputFieldConfig<Types>,
  ): PothosInputFieldConfig<Types> | null {
    const { versions } = this.options[USABLE_FIELDS];
    const type = inputTypes.get(field.parentType);
    if (!type || field.kind !== 'InputObject') return field;
    const { shape } = type;
    const standing = standingOf(versions, fieldSubject(shape, field.name));
    if (!standing) return null;
    return {
      ...field,
      ...standing,
      description: describeInput(versions, type, field.name),
      type: { ...field.type, required: wasAlwaysRequired(versions, shape, field.name) },
    };
  }
}

/** An input field with the limits of a version; in the schema, other versions may have it. */
const inputField = (versions: Versions, version: string, shape: z.ZodObject, name: string) =>
  versions.union(version).shape(shape).shape[name] as z.ZodType;

/**
 * Whether every version so far requires an input field. When the last version in which it is optional ends, it stays
 * nullable in the schema, because documents have nullable variables for it; the other versions return `REQUIRED`.
 */
const wasAlwaysRequired = (versions: Versions, shape: z.ZodObject, name: string) =>
  versions.list().every(({ date }) => !inputField(versions, date, shape, name).isOptional());

/** The deprecation of a field or operation that the latest version removed; undefined if no usable version has it. */
function standingOf(versions: Versions, subject: string) {
  const usable = versions.usable();
  const last = usable.findLastIndex((version) => versions.view(version).has(subject));
  if (last < 0) return undefined;
  const next = usable[last + 1];
  return next === undefined ? {} : { deprecationReason: `Withdrawn in version ${next}.` };
}

/** The latest description from a release so far. */
const latestDescription = ({ view, newest }: Versions, subject: string) =>
  view(newest()).at(subject, 'description', undefined);

interface WithView {
  readonly operation: { readonly view: VersionView };
}

/** Resolves an enum as the request's version reads it. */
const readByVersion =
  (
    subject: string,
    resolve: GraphQLFieldResolver<unknown, WithView> = defaultFieldResolver,
  ): typeof resolve =>
  async (parent, args, context, info) => {
    const { view } = context.operation;
    const found = await resolve(parent, args, context, info);
    if (Array.isArray(found)) return found.map((one) => view.member(`${subject}[]`, one));
    return typeof found === 'string' ? view.member(subject, found) : found;
  };

/**
 * The description of a field with its limits (section 8) and default in the latest version, and where older versions
 * differ.
 */
function describeInput(versions: Versions, { shape, operation }: CheckedType, name: string) {
  function rulesIn(version: string) {
    const byDefault = operation && versions.union(version).defaults(operation)[name];
    const ofVersion = inputField(versions, version, shape, name);
    return sentences(
      describeLimits(withoutWrappers(ofVersion)),
      byDefault !== undefined && ofVersion.isOptional() && `Default: ${byDefault}.`,
    );
  }
  const [newest = '', ...older] = versions.usable().toReversed();
  const field = inputField(versions, newest, shape, name);
  const rules = rulesIn(newest);
  const others = Map.groupBy(older, rulesIn);
  others.delete(rules);
  const inCode = shape.shape[name] as z.ZodType;
  return sentences(
    latestDescription(versions, fieldSubject(shape, name)) ?? descriptionOf(field),
    rules,
    ...[...others].map(([other, all]) => `In ${all.join(', ')}: ${other || 'no limit.'}`),
    describeNull(shape, inCode, inCode.isNullable() && !field.isNullable()),
  );
}

function describeLimits(field: z.core.$ZodType) {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    maxLength,
    minItems = 0,
    maxItems,
  } = z.toJSONSchema(field, { unrepresentable: 'any' });
  if (maxLength !== undefined) return `At most ${maxLength} characters.`;
  if (maxItems !== undefined)
    return minItems > 0
      ? `${minItems} to ${maxItems} entries.`
      : `At most ${maxItems} entries.`;
  if (idFields.has(field)) return '';
  return sentences(
    minimum >= 0 && `At least ${minimum}.`,
    maximum < MAX_INT32 && `At most ${maximum}.`,
  );
}

SchemaBuilder.registerPlugin(USABLE_FIELDS, UsableFieldsPlugin);
