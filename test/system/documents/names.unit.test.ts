// Names in documents and comments: a field, metric, variable, index or file that was renamed or deleted leaves no trace
// in them.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readText } from '../deploy/deploy-files.ts';

/** Names of other programs, which nothing but a document has. */
const FOREIGN = new Set(
  `archive_command archive_mode archive_timeout archived_count failed_count pg_archivecleanup pg_basebackup
  pg_ctlcluster pg_monitor pg_restore pg_stat_archiver pg_switch_wal pg_upgrade pg_wal query_start SyncRep wait_event
  patroni_etcd_hosts etcd_enable_v2 synchronous_mode_strict scrape_configs SystemMaxUse haproxy_ s_client OTEL_
  includeSubDomains LocalDate CURLOPT_POSTFIELDS JSON_THROW_ON_ERROR _service _entities getDataID
  securityOverwrites useGrouping maximumFractionDigits onRequestParse onResultProcess onResponse OWNER_PASSWORD SERVICE_PASSWORD owner_api_before api_default
  staticClients redirectURIs insecureSkipEmailVerified`
    .toLowerCase()
    .split(/\s+/),
);

const EXCLUDED = [
  '**/node_modules/**',
  '**/.generated/**',
  '**/generated/**',
  '**/*.d.ts',
  '.data/**',
];
const find = (...patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude: EXCLUDED });

const documents = find('*.md', '.{deploy,github}/**/*.md', '{src,test}/**/*.md');
const commented = find('{src,test}/**/*.{ts,tsx,js,mjs}', 'prisma/**/*.prisma', '*.ts');
const others = find(
  'prisma/**/*.sql',
  '{src,test}/**/*.{py,css,json,graphql,yaml,yml,sh}',
  '.{deploy,github,ci}/**/*.{yml,yaml,sql,sh,cfg,js,json,service}',
  '.ci/*',
  '*.{json,yaml}',
  'Dockerfile',
).filter((path) => !path.endsWith('package-lock.json'));

const WORD = /[A-Za-z_][\w]*/g;
const COMMENT = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm;
const commentsOf = (text: string) => (text.match(COMMENT) ?? []).join('\n');

/** Every word of code, of its data and of file names. */
const known = new Set(
  [
    ...commented.map((path) => readText(path).replaceAll(COMMENT, '')),
    ...others.map(readText),
    ...documents,
    ...commented,
  ].flatMap((text) => (text.match(WORD) ?? []).map((word) => word.toLowerCase())),
);

const FENCED = /^ *`{3,}([^\n`]*)\n([\s\S]*?)^ *`{3,}$/gm;
const INLINE = /`([^`]+)`/g;
const codeIn = (text: string) => [
  ...[...text.matchAll(FENCED)]
    .filter(([, language]) => language === 'sh')
    .map(([, , code = '']) => code),
  ...[...text.replaceAll(FENCED, '').matchAll(INLINE)].map(([, code = '']) => code),
];

/** Names of several words, as ours are. */
const isName = (word: string) => word.length > 4 && /_|[a-z][A-Z]/.test(word);

const texts = [
  ...documents.map((path) => [path, readText(path)] as const),
  ...commented.map((path) => [path, commentsOf(readText(path))] as const),
];
const named = texts.flatMap(([path, text]) =>
  codeIn(text).flatMap((code) =>
    (code.match(WORD) ?? []).filter(isName).map((name) => [path, name] as const),
  ),
);

test('every name in the code font of a document or comment is one that code, data or files have', () => {
  expect(named.length).toBeGreaterThan(500);
  const lost = named.filter(
    ([, name]) => !known.has(name.toLowerCase()) && !FOREIGN.has(name.toLowerCase()),
  );
  expect(lost.map(([path, name]) => `${path}: ${name}`)).toEqual([]);
});

test('every foreign name is still in a document or comment', () => {
  const used = new Set(named.map(([, name]) => name.toLowerCase()));
  expect([...FOREIGN].filter((name) => !used.has(name))).toEqual([]);
});

/** The folder of a package below test/, and the repository. */
const placesOf = (path: string) =>
  path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));

const pathsIn = (path: string, text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => ({
    path,
    name,
    exists: placesOf(path).some((place) => existsSync(join(ROOT, place, name))),
  }));

test('every path in a comment exists', () => {
  const PATH = /(?<![\w/.@])((?:src|test|prisma|\.deploy|\.github)\/[\w./-]+\w)/g;
  const named = commented.flatMap((path) => pathsIn(path, commentsOf(readText(path)), PATH));
  expect(named.filter(({ exists }) => !exists)).toEqual([]);
});

/** A test that excludes, reads or replaces a file which has moved checks nothing. */
test('every file that a test names exists', () => {
  const PATH =
    /['"`]((?:\.\.?\/)*(?:src|test|prisma|\.deploy|\.github)\/[\w./-]*\.\w{2,8})['"`]/g;
  const named = find('test/**/*.{ts,js,mjs}').flatMap((path) =>
    pathsIn(path, readText(path), PATH),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ exists }) => !exists)).toEqual([]);
});
