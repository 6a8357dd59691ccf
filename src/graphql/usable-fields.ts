// Leaves fields of versions that cannot be used out of a schema, and deprecates those that the newest version withdrew (D46).
import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { z } from 'zod';
import { domainObjects } from '../operation/field-types.ts';
import type { Versions } from '../operation/versions.ts';

export const USABLE_FIELDS = 'usableFields';

/** What a schema is built for. */
interface Built {
  readonly versions: Versions;
  readonly shapeOf: (inputType: string) => z.ZodObject | undefined;
  /** The operation that a field of Query or Mutation runs. */
  readonly operationOf: (rootField: string) => string | undefined;
  /** The description of a field of an input type. */
  readonly describe: (inputType: string, name: string, field: z.ZodType) => string;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      usableFields: UsableFieldsPlugin<Types>;
    }
    export interface BuildSchemaOptions<Types extends SchemaTypes> {
      readonly [USABLE_FIELDS]?: Built;
    }
  }
}

class UsableFieldsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> | null {
    const built = this.options[USABLE_FIELDS];
    const subject = `${field.parentType}.${field.name}`;
    if (!built) return field;
    const { isThere, ...deprecation } = standingOf(built, built.operationOf(subject) ?? subject);
    return isThere ? { ...field, ...deprecation } : null;
  }

  override onInputFieldConfig(field: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> | null {
    const built = this.options[USABLE_FIELDS];
    const shape = built?.shapeOf(field.parentType);
    if (!built || !shape || field.kind !== 'InputObject') return field;
    const { isThere, ...deprecation } = standingOf(built, `${domainObjects.get(shape)?.object}.${field.name}`);
    if (!isThere) return null;
    const { versions } = built;
    const inEach = versions
      .usable()
      .map((version) => versions.union(version).shape(shape).shape[field.name] as z.ZodType);
    return {
      ...field,
      ...deprecation,
      description: built.describe(field.parentType, field.name, inEach.at(-1) as z.ZodType),
      type: { ...field.type, required: inEach.every((one) => !one.isOptional()) },
    };
  }
}

/** Whether any usable version has a field or operation, and its deprecation where the newest has not. */
function standingOf({ versions }: Built, subject: string): { isThere: boolean; deprecationReason?: string } {
  const newest = versions.newest();
  const isThere = versions.union(newest).has(subject);
  const isWithdrawn = isThere && !versions.view(newest).has(subject);
  return { isThere, ...(isWithdrawn && { deprecationReason: `Withdrawn in version ${newest}.` }) };
}

SchemaBuilder.registerPlugin(USABLE_FIELDS, UsableFieldsPlugin);
