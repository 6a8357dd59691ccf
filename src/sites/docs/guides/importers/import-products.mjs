// Creates a product for each row of a CSV file, or updates columns of products. After a stop, run it again.
//
//     export API=https://…/api/token-secured TOKEN=svc_…
//     node import-products.mjs products.csv result.csv
//     node import-products.mjs --dry-run products.csv
//     node import-products.mjs --update=rent,cost result.csv updated.csv
//
// The first row names the fields; an empty cell is left out. The result has each row once, with its id or its problems.
// Exit code: 0 every row is done, 1 rows were refused, 2 stopped before the end: run it again.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { API, TOKEN, TIMEOUT_SECONDS = '30' } = process.env;
const ATTEMPTS = 10;
/** The types of the OpenAPI document: in words, and whether a value has one. */
const TYPES = {
  string: ['a text', (value) => typeof value === 'string'],
  number: ['a number such as 12.50', Number.isFinite],
  integer: ['an integer', Number.isInteger],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  array: ['a list', Array.isArray],
  object: [
    'an object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
};

process.on('uncaughtException', ({ message }) => stop(message));

function stop(why) {
  console.error(`Stopped: ${why}`);
  process.exit(2);
}

/** The rows of a CSV file; a quoted cell may hold commas, line breaks and doubled quotes. */
function readCsv(file) {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  const rows = [[]];
  let end = 0;
  for (const match of text.matchAll(
    /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*|))(,|\r\n?|\n|$)/gy,
  )) {
    const [all, quoted, plain, separator] = match;
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (separator !== ',') rows.push([]);
    end = match.index + all.length;
  }
  if (end < text.length)
    stop(`${file}: row ${rows.length} has a quoted cell that does not end with a quote`);
  return rows;
}

const REDIRECTED = 'set API to an address that does not lead elsewhere';

/** Sends a request until it is answered. The key of a create is the same each time, so it is done once. */
async function send(method, url, product, key) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  if (product) headers['Content-Type'] = 'application/json';
  if (key) headers['Idempotency-Key'] = key;
  const body = product && JSON.stringify({ product });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let why = '';
    let pause = Math.min(0.5 * 2 ** attempt, 30) * (0.5 + Math.random() / 2);
    try {
      const signal = AbortSignal.timeout(1000 * TIMEOUT_SECONDS);
      const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
      const isRedirect = response.status >= 300 && response.status < 400;
      if (isRedirect)
        stop(
          `${url} leads to ${response.headers.get('Location')}, which got no request: ${REDIRECTED}`,
        );
      const answer = await response.json();
      why = answer.error ?? answer.errors?.[0].message;
      if (response.headers.has('WWW-Authenticate')) stop(why); // the token is not valid, or its user may not write
      if (response.status !== 429 && response.status < 500) return answer;
      pause = Math.max(pause, Number(response.headers.get('Retry-After')) || 0);
    } catch (error) {
      why = error.cause?.message ?? error.message; // no answer, half of one, or not our JSON
    }
    console.error(`${why}; again in ${pause.toFixed(1)} s`);
    await setTimeout(1000 * pause);
  }
  stop('the service does not answer');
}

const resolve = (schema) => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema);
const typeOf = ({ type }) => [type].flat()[0];

/** The value of a cell: a text as it stands, all else as JSON: 12.50, TRUE, [{"src": …}], or a list in short. */
function readCell(cell, schema) {
  const [type, text] = [typeOf(schema), cell.trim()];
  if (type === 'string') return cell;
  if (type === 'array' && !text.startsWith('['))
    return listOf(text, Object.entries(resolve(schema.items).properties));
  try {
    return JSON.parse(type === 'boolean' ? text.toLowerCase() : text);
  } catch {
    return cell;
  }
}

/** A list in short: entries of one field have spaces between, those of two are `Ground sheet:1; Peg:16`. */
function listOf(text, [[first], second]) {
  if (!second) return text.split(/\s+/).map((entry) => ({ [first]: entry }));
  return text.split(';').map((entry) => {
    const parts = entry.split(':');
    const last = parts.length > 1 ? parts.pop() : '';
    return { [first]: parts.join(':').trim(), [second[0]]: readCell(last, second[1]) };
  });
}

/** The faults of a value against its schema. */
function faultsOf(value, reference, path = '') {
  const schema = resolve(reference);
  const {
    minimum,
    maximum,
    maxLength,
    maxItems,
    pattern,
    enum: allowed,
    items,
    properties,
    required = [],
  } = schema;
  const [words, isOne] = TYPES[typeOf(schema)];
  if (!isOne(value))
    return [`${path}: Must be ${words}, not ${JSON.stringify(value).slice(0, 100)}`];
  const isNumber = typeof value === 'number';
  const inner = (name) => (path ? `${path}.${name}` : name);
  const rules = [
    [isNumber && value < minimum, `Must be at least ${minimum}`],
    [isNumber && value > maximum, `Must be at most ${maximum}`],
    [maxLength && [...value].length > maxLength, `Must have at most ${maxLength} characters`],
    [
      pattern && !new RegExp(pattern, 'u').test(value),
      `Does not fit “${schema.description?.split(/[.;]/)[0]}”`,
    ],
    [
      allowed && !allowed.includes(value),
      `Must be one of ${allowed?.filter((one) => one !== null).join(', ')}`,
    ],
    [value.length > maxItems, `Must have at most ${maxItems} entries`],
  ];
  return [
    ...rules.filter(([isBroken]) => isBroken).map(([, message]) => `${path}: ${message}`),
    ...required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => `${inner(name)}: This field is required`),
    ...(items ? value.flatMap((entry, index) => faultsOf(entry, items, `${path}[${index}]`)) : []),
    ...Object.entries(properties ? value : {}).flatMap(([name, entry]) =>
      Object.hasOwn(properties, name)
        ? faultsOf(entry, properties[name], inner(name))
        : [`${inner(name)}: Unknown field`],
    ),
  ];
}

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    update: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const [source, result] = positionals;
const { 'dry-run': isDryRun, update } = values;
if (!API || !TOKEN) stop('set the environment variables API and TOKEN');
if (!source || (!result && !isDryRun)) stop('name a CSV file, and a file for the result');

const [columns, ...rows] = readCsv(source);
if (/[;\t]/.test(columns))
  stop(`${source}: row 1 has semicolons or tabs: save the file with commas between its cells`);
const viewer = await send('GET', new URL('/graphql?query={viewer{token{version}}}', API));
if (!viewer.data) stop(viewer.errors[0].message);
const document = new URL(`/openapi.json?version=${viewer.data.viewer.token.version}`, API);
const { schemas } = (await send('GET', document)).components;

const shape = schemas[update ? 'UpdateProductInput' : 'CreateProductInput'];
const fields = Object.keys(shape.properties).filter((name) => !shape.properties[name].readOnly);
const named = update ? update.split(',') : columns;
const wrong = [
  ...named
    .filter((name) => !fields.includes(name))
    .map((name) => `no field of a product: “${name}”`),
  ...(update ? ['id', ...named] : shape.required)
    .filter((name) => !columns.includes(name))
    .map((name) => `the column “${name}” is missing`),
  ...columns
    .filter((name, at) => columns.indexOf(name) < at)
    .map((name) => `the column “${name}” is there twice`),
];
if (wrong.length > 0) stop(`${source}: row 1: ${wrong.join(', ')}. Fields: ${fields.join(', ')}`);

const firstRows = new Map();
const lines = rows.flatMap((cells, index) => {
  const line = { row: index + 2, id: '', key: '', problems: '', isDone: false };
  if (cells.join('') === '') return [];
  if (cells.length !== columns.length)
    return { ...line, problems: `${cells.length} cells, the header has ${columns.length}` };
  const byColumn = Object.fromEntries(columns.map((name, at) => [name, cells[at]]));
  const given = fields.filter((name) => named.includes(name) && byColumn[name].trim() !== '');
  const product = Object.fromEntries(
    given.map((name) => [name, readCell(byColumn[name], shape.properties[name])]),
  );
  const key = update
    ? byColumn.id
    : createHash('sha256').update(JSON.stringify(product)).digest('hex');
  const problems = faultsOf(product, shape);
  if (update && !/^[0-9]+$/.test(key)) problems.push('id: Must be the id of a product');
  else if (given.length === 0) problems.push('nothing to update');
  else if (firstRows.has(key))
    problems.push(`the ${update ? 'id' : 'cells'} of row ${firstRows.get(key)} again`);
  else firstRows.set(key, line.row);
  return { ...line, ...byColumn, row: line.row, key, product, problems: problems.join('; ') };
});

const head = ['row', 'id', 'problems', ...(update ? [] : ['key', ...columns])];
const [oldHead, ...old] = existsSync(result ?? '') ? readCsv(result) : [head];
if (String(oldHead.slice(0, 4)) !== String(head.slice(0, 4)))
  stop(`${result} is there, and is no result of this command`);
const earlier = (update ? [] : old).map((cells) =>
  Object.fromEntries(oldHead.map((name, at) => [name, cells[at]])),
);
const ids = new Map(earlier.filter(({ id }) => id).map(({ key, id }) => [key, id]));
for (const line of lines)
  if (ids.has(line.key) && !line.problems)
    Object.assign(line, { id: ids.get(line.key), isDone: true });
const known = new Set(lines.filter(({ isDone }) => isDone).map(({ key }) => key));
const others = earlier
  .filter(({ id, key }) => id && !known.has(key))
  .map((line) => ({ ...line, row: '' }));

const report = ({ row, problems }) => problems && console.error(`Row ${row}: ${problems}`);
const printed = (line) =>
  `${head.map((name) => `"${String(line[name] ?? '').replaceAll('"', '""')}"`)}\n`;

/** Writes the result anew, in the order of the rows; products of rows that are not in the file come last. */
function save() {
  const all = [...lines.filter(({ isDone, problems }) => isDone || problems), ...others];
  writeFileSync(`${result}.new`, `\uFEFF${head}\n${all.map(printed).join('')}`);
  renameSync(`${result}.new`, result);
}

lines.forEach(report);
const before = known.size;
if (!isDryRun) {
  save();
  for (const line of lines.filter(({ isDone, problems }) => !isDone && !problems)) {
    const answer = update
      ? await send('PUT', `${API}/product/${line.key}`, line.product)
      : await send('POST', `${API}/product`, line.product, line.key);
    const errors = answer.errors?.map(({ field, message }) => `${field}: ${message}`).join('; ');
    if (!answer.success) line.problems = errors || answer.error || 'not an answer of this service';
    Object.assign(line, { isDone: true, id: answer.id ?? line.id });
    report(line);
    appendFileSync(result, printed(line));
  }
  save();
}
const refused = lines.filter(({ problems }) => problems).length;
const word = update ? 'updated' : 'created';
const done = `${lines.length - before - refused} ${isDryRun ? 'to be ' : ''}${word}`;
console.log(`${done}, ${refused} refused, ${before} ${word} before`);
process.exitCode = refused > 0 ? 1 : 0;
