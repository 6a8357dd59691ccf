// Creates a product for each row of a CSV file. Run it again after a stop: nothing is created twice.
//
//     API=https://…/api/token-secured TOKEN=svc_… node import-products.mjs products.csv result.csv
//
// The first row names the fields: title,rent,sku,quantity,images … An empty cell is left out; equal rows are one product.
// Exit code: 0 every row is a product, 1 rows were refused (result.csv says why), 2 stopped before the end: run it again.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const { API, TOKEN, TIMEOUT_SECONDS = '30' } = process.env;
const ATTEMPTS = 10;
// The cells of these columns are JSON: 12.10, 3, true. What is no JSON is sent as text, and the service says what is wrong.
const VALUES = ['rent', 'cost', 'quantity', 'stock_type', 'online', 'archived', 'shelf_life_min', 'shelf_life_max'];

function value(column, cell) {
  if (column === 'images')
    return cell
      .trim()
      .split(/\s+/)
      .map((src) => ({ src }));
  try {
    return VALUES.includes(column) ? JSON.parse(cell) : cell;
  } catch {
    return cell;
  }
}

function stop(why) {
  console.error(`Stopped: ${why}`);
  process.exit(2);
}

/** The rows of a CSV text; a quoted cell may hold commas, line breaks and doubled quotes. */
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((cells) => cells.join('') !== '');
}

/** Sends the request until it is answered. The key is the same each time, so the product is created once. */
async function create(product, key) {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const body = JSON.stringify({ product });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let why = '';
    let pause = Math.min(0.5 * 2 ** attempt, 30) * (0.5 + Math.random() / 2);
    try {
      const signal = AbortSignal.timeout(1000 * TIMEOUT_SECONDS);
      const response = await fetch(`${API}/product`, { method: 'POST', headers, body, signal });
      const answer = await response.json();
      if (response.status === 401 || response.status === 403) stop(answer.error);
      if (response.status !== 429 && response.status < 500) return answer;
      why = answer.error;
      pause = Math.max(pause, Number(response.headers.get('Retry-After')));
    } catch (error) {
      why = error.cause?.message ?? error.message; // no answer, half of one, or not our JSON
    }
    console.error(`${why}; again in ${pause.toFixed(1)} s`);
    await setTimeout(1000 * pause);
  }
  stop('the service does not answer');
}

const [source, result] = process.argv.slice(2);
if (!API || !TOKEN) stop('set the environment variables API and TOKEN');
let text = '';
try {
  text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(source));
} catch (error) {
  stop(`${source}: ${error.message}`);
}
const [columns, ...rows] = parseCsv(text);
appendFileSync(result, ''); // row, key, id, problems
const done = new Set(
  parseCsv(readFileSync(result, 'utf8')).flatMap(([, key, id, problems]) =>
    id && problems !== undefined ? [key] : [],
  ),
);
const counts = { created: 0, refused: 0, before: 0 };
for (const [index, cells] of rows.entries()) {
  const key = createHash('sha256')
    .update(JSON.stringify([columns, cells]))
    .digest('hex');
  if (done.has(key)) {
    counts.before++;
    continue;
  }
  const entries = columns.flatMap((column, at) => (cells[at] ? [[column, value(column, cells[at])]] : []));
  const answer = await create(Object.fromEntries(entries), key);
  const words = answer.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  const problems = words.join('; ') || (answer.error ?? '');
  appendFileSync(result, `${index + 2},${key},${answer.id ?? ''},"${problems.replaceAll('"', '""')}"\n`);
  if (problems) {
    counts.refused++;
    console.error(`Row ${index + 2}: ${problems}`);
  } else {
    counts.created++;
    done.add(key);
  }
}
console.log(`${counts.created} created, ${counts.refused} refused, ${counts.before} created before`);
process.exitCode = counts.refused ? 1 : 0;
