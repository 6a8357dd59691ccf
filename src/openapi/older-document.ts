// The OpenAPI document of an older version, derived from the newest shapes and the changes since (section 9).
import { isJsonObject, type JsonObject } from '../http/json-body.ts';
import { spellField } from '../operation/field-errors.ts';
import { changeObjects, type Place, parsePlace } from '../rest/field-place.ts';
import { isUpdate, ROUTES, type Route } from '../rest/routes.ts';
import type { VersionChange } from '../rest/version-change.ts';
import { olderNames, pathAsSent, placeInAnswer, toOlderAnswer } from '../rest/versioned-fields.ts';
import { type Components, createComponents } from './components.ts';
import { changeSchemas, olderSchema, type Use } from './older-schema.ts';

/** `document` has the newest shapes; `changes` are ordered oldest first. */
export const olderDocument = (document: JsonObject, changes: readonly VersionChange[]): JsonObject =>
  changes.reduceRight((newer, change) => {
    const older = documentBefore(newer, change);
    return change.document?.(older) ?? older;
  }, document);

function documentBefore(document: JsonObject, change: VersionChange): JsonObject {
  const components = createComponents((document.components as JsonObject).schemas as JsonObject);
  const concerned = ROUTES.filter(({ operation }) => change.operations.includes(operation.name));
  const older = concerned.reduce((newer, route) => {
    const place = ['paths', route.path.replace(/:(\w+)/g, '{$1}'), route.method.toLowerCase()];
    return changeObjects(newer, place, (operation) =>
      operationBefore(operation, route, change, components),
    ) as JsonObject;
  }, document);
  const namesErrors = change.of === undefined && concerned.some(({ envelope }) => envelope);
  const complete = components.addTo(older);
  return namesErrors ? withOlderErrors(complete, change) : complete;
}

const JSON_CONTENT = ['content', 'application/json'];

function operationBefore(
  operation: JsonObject,
  route: Route,
  change: VersionChange,
  components: Components,
): JsonObject {
  const request = changeObjects(operation, ['requestBody', ...JSON_CONTENT], (media) =>
    change.of === undefined ? requestBefore(media, route, change, components) : media,
  );
  return changeObjects(request, ['responses', String(route.status), ...JSON_CONTENT], (media) =>
    answerBefore(media, route, change, components),
  ) as JsonObject;
}

function requestBefore(media: JsonObject, route: Route, change: VersionChange, components: Components): JsonObject {
  const below = parsePlace(change.at);
  const isTop = below.length === 0;
  const use: Use = { in: 'request', isPartial: isTop && isUpdate(route), isNullAbsent: isTop && !isUpdate(route) };
  const places = (route.envelope?.places ?? []).map((place) => [...place, ...below]);
  const example = (fields: JsonObject) => ({
    ...olderNames(change, fields),
    ...(!use.isPartial && requiredOf(change)),
  });
  return {
    schema: places.reduce((schema, place) => schemaBefore(schema, place, route, change, components, use), media.schema),
    examples: mapValues(media.examples, (given) =>
      places.reduce((value, place) => changeObjects(value, ['value', ...place], example), given),
    ),
  };
}

/** Examples of the fields that requests of the older version must have and the newer version does not know. */
const requiredOf = ({ removed = {} }: VersionChange): JsonObject =>
  Object.fromEntries(
    Object.entries(removed).flatMap(([name, { required, schema }]) => (required ? [[name, schema.example]] : [])),
  );

function answerBefore(media: JsonObject, route: Route, change: VersionChange, components: Components): JsonObject {
  const place = placeInAnswer(change, route.resource);
  if (!place) return media;
  const use: Use = { in: 'answer', isPartial: false, isNullAbsent: false };
  return {
    schema: schemaBefore(media.schema, place, route, change, components, use),
    examples: mapValues(media.examples, (given) =>
      changeObjects(given, ['value'], (answer) => toOlderAnswer([change], answer, route.resource)),
    ),
  };
}

const schemaBefore = (
  schema: unknown,
  place: Place,
  { operation }: Route,
  change: VersionChange,
  components: Components,
  use: Use,
): unknown =>
  changeSchemas(
    schema,
    place,
    (object) => olderSchema(change, object, use),
    (component, below) => components.change(component, operation.name, below),
  );

/** The examples of validation errors name the fields of the older version. */
function withOlderErrors(document: JsonObject, change: VersionChange): JsonObject {
  const olderField = (field: unknown) => spellField(pathAsSent([change], parseField(String(field))));
  const responses = changeObjects(document, ['components', 'responses'], (all) =>
    mapValues(all, (response) =>
      changeObjects(response, [...JSON_CONTENT, 'examples'], (examples) =>
        mapValues(examples, (example) =>
          changeObjects(example, ['value', 'errors', '[]'], (error) => ({ ...error, field: olderField(error.field) })),
        ),
      ),
    ),
  );
  const fieldOfError = ['components', 'schemas', 'ValidationError', 'properties', 'field'];
  return changeObjects(responses, fieldOfError, ({ example, ...schema }) => ({
    ...schema,
    example: olderField(example),
  })) as JsonObject;
}

const parseField = (field: string) =>
  (field.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const mapValues = (record: unknown, map: (value: unknown) => unknown): JsonObject =>
  isJsonObject(record) ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)])) : {};
