// The tables of the guides that follow from the code, as Markdown.
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import type { Versions } from '../../../operation/versions.ts';
import { pathTemplate, ROUTES } from '../../../rest/routes.ts';
import { stageOf } from '../version-stage.ts';
import type { NewestVersion } from './newest-version.ts';

const row = (cells: readonly (string | number)[]) =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

const code = (text: string | number) => `\`${text}\``;

export const failureTable = () =>
  table(
    ['REST', 'GraphQL', 'Message'],
    Object.entries(FAILURES).map(([kind, { status, code: name, message, meaning, surface }]) => [
      surface ? '' : code(status),
      code(name),
      kind === 'invalid' ? 'A list of field errors, see below' : surface ? meaning : message,
    ]),
  );

export const fieldCodeTable = () =>
  table(
    ['Code', 'Meaning'],
    Object.entries(FIELD_ERROR_CODES).map(([name, meaning]) => [code(name), meaning]),
  );

export const versionTable = (versions: Versions) =>
  table(
    ['Version', 'Stage', 'Summary'],
    versions.list().map((version) => [code(version.date), stageOf(version), version.summary]),
  );

export const operationTable = (newest: NewestVersion) =>
  table(
    ['Operation on REST', 'Operation on GraphQL'],
    ROUTES.filter(({ operation }) => newest.hasOnRest(operation.name)).map((route) => [
      code(`${route.method} ${pathTemplate(route)}`),
      code(ROOT_FIELDS[route.operation.name]),
    ]),
  );

export const fieldTable = (newest: NewestVersion) =>
  table(
    ['Field on REST', 'Field on GraphQL'],
    newest
      .fields()
      .filter(({ graphql, rest }) => rest !== graphql)
      .map(({ graphql, rest }) => [code(rest), code(graphql)]),
  );

export const valueTable = (newest: NewestVersion) =>
  table(
    ['Field on REST', 'Value on REST', 'Value on GraphQL'],
    newest
      .fields()
      .flatMap(({ rest, values }) => values.map(([graphql, value]) => [code(rest), code(value), code(graphql)])),
  );
