// The rows of the tables in the guides that follow from the code, as Markdown; their heads stand in the guides.
import { z } from 'zod';
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import { descriptionOf, domainObjects, entrySchema, valueSchema } from '../../../operation/field-types.ts';
import type { Versions } from '../../../operation/versions.ts';
import { pathTemplate } from '../../../rest/route.ts';
import { ROUTES } from '../../../rest/routes.ts';
import type { Codec } from '../../../rest/wire-codec.ts';
import { stageOf } from '../changelog.ts';
import { fieldsOf, type NewestVersion } from './newest-version.ts';

const code = (text: string | number) => `\`${text}\``;

const print = (rows: readonly (readonly string[])[]) => () =>
  rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

export function createTables(versions: Versions, newest: NewestVersion) {
  const fields = newest.fields();
  const { codec } = newest;
  return {
    failures: print(
      Object.entries(FAILURES).map(([kind, { status, code: name, message, meaning, reach }]) => [
        reach === 'GRAPHQL' ? '' : code(status),
        code(name),
        kind === 'invalid' ? 'A list of field errors, see below' : reach === 'GRAPHQL' ? meaning : message,
      ]),
    ),
    fieldCodes: print(Object.entries(FIELD_ERROR_CODES).map(([name, meaning]) => [code(name), meaning])),
    versions: print(versions.list().map((version) => [code(version.date), stageOf(version), version.summary])),
    operations: print(
      ROUTES.filter(({ operation }) => newest.hasOnRest(operation.name)).map((route) => [
        code(`${route.method} ${pathTemplate(route)}`),
        code(ROOT_FIELDS.get(route.operation.name) ?? ''),
      ]),
    ),
    columns: print(
      Object.entries<z.ZodType>(codec.view.shape(fieldsOf('createProduct')).shape).map(([name, field]) => [
        `${code(codec.wire.name('Product', name))}${field instanceof z.ZodOptional ? '' : ', required'}`,
        cellOf(codec, name, field),
        descriptionOf(field),
      ]),
    ),
    fields: print(
      fields.filter(({ graphql, rest }) => rest !== graphql).map(({ graphql, rest }) => [code(rest), code(graphql)]),
    ),
    values: print(
      fields.flatMap(({ rest, values }) =>
        Object.entries(values).map(([graphql, value]) => [code(rest), code(value), code(graphql)]),
      ),
    ),
  };
}

/** How a cell of a CSV file has a field of a product. */
function cellOf({ wire }: Codec, name: string, field: z.ZodType): string {
  const [values, value, entry] = [wire.values('Product', name), valueSchema(field), entrySchema(field)];
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
