// The length of a field of the answer, counted from its record before graphql-js completes it: each alias repeats a text.
import { type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { ProductType } from '../../../prisma/generated/client/enums.ts';
import { scalarLength, VALUE_LENGTH } from '../../operation/answer-size.ts';

type Entry = Readonly<Record<string, unknown>>;

/** About as many bytes as the document of `info` selects of `record`; counting ends beyond `most`. */
export function answerLength(info: GraphQLResolveInfo, record: object, most: number): number {
  const { schema, fragments, variableValues } = info;

  /** The length of the selected fields of records of one type. */
  function objectLength(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    records: readonly Entry[],
    room: number,
  ): number {
    const fields = type.getFields();
    let length = records.length * VALUE_LENGTH;
    for (const [name, sameName] of collectSubfields(schema, fragments, variableValues, type, nodes)) {
      const field = sameName[0]?.name.value ?? name;
      const inner = getNamedType(fields[field]?.type);
      const values = records.flatMap((one) => fieldValue(one, field));
      length += records.length * name.length;
      length += isObjectType(inner)
        ? objectLength(inner, sameName, values.filter(isObject), room - length)
        : scalarsLength(values, room - length);
      if (length > room) break;
    }
    return length;
  }

  const type = getNamedType(info.returnType);
  return isObjectType(type) ? objectLength(type, info.fieldNodes, [record as Entry], most) : VALUE_LENGTH;
}

function scalarsLength(values: readonly unknown[], room: number): number {
  let length = 0;
  for (const value of values) {
    length += scalarLength(value);
    if (length > room) break;
  }
  return length;
}

const isObject = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** The value of a field; a product seen as a bundle is the same record. */
function fieldValue(record: Entry, field: string): unknown {
  if (field !== 'bundle' || field in record) return record[field];
  return record.type === ProductType.BUNDLE ? record : null;
}
