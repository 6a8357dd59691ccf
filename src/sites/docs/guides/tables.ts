// The rows of the tables in the guides that follow from the code, as Markdown; their heads stand in the guides.
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import type { Versions } from '../../../operation/versions.ts';
import { pathTemplate, ROUTES } from '../../../rest/routes.ts';
import { stageOf } from '../version-stage.ts';
import type { NewestVersion } from './newest-version.ts';

const code = (text: string | number) => `\`${text}\``;

const print = (rows: readonly (readonly string[])[]) => () =>
  rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

export function createTables(versions: Versions, newest: NewestVersion) {
  const fields = newest.fields();
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
        code(ROOT_FIELDS[route.operation.name]),
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
