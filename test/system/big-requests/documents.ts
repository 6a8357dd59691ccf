// GraphQL documents as large as their limits allow, in every way in which a document can be large.

/** A document of about this many bytes, or with the share of the token limit that these bytes have of 1 MiB. */
export type BigDocument = (bytes: number) => string;

const MEBIBYTE = 2 ** 20;
const TOKENS = 3_900;

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, index) => part(index)).join(' ');

/** As many parts as fit, each with this many tokens. */
const parts = (bytes: number, tokens: number, part: (index: number) => string) =>
  many((TOKENS * bytes) / MEBIBYTE / tokens, part);

const ROOT = '{ __typename }';
const fragment = (name: string | number, selection: string, type = 'Query') =>
  `fragment f${name} on ${type} { ${selection} }`;
/** Fragments that each spread all later ones, whose number grows with the square root of the tokens. */
function spreads(bytes: number): string {
  const count = Math.floor(Math.sqrt((TOKENS * bytes) / MEBIBYTE / 2));
  return many(count, (n) =>
    fragment(n, `__typename ${many(count - n - 1, (m) => `...f${n + m + 1}`)}`),
  );
}
const create = (input: string) =>
  `mutation { createProduct(input: { title: "a", rent: 1, ${input} }) { success } }`;

export const BIG_DOCUMENTS: Readonly<Record<string, BigDocument>> = {
  'one field many times': (bytes) => `{ ${parts(bytes, 1, () => '__typename')} }`,
  'one field with fields many times': (bytes) =>
    `{ ${parts(bytes, 9, () => 'product(id: 1) { id }')} }`,
  'one deep field many times': (bytes) =>
    `{ ${parts(bytes, 27, () => 'bundle(id: 1) { items { product { bundle { items { product { id } } } } } }')} }`,
  'fields that conflict': (bytes) =>
    `{ ${parts(bytes, 9, (n) => `product(id: ${n}) { id }`)} }`,
  'inline fragments': (bytes) => `{ ${parts(bytes, 4, () => '... { __typename }')} }`,
  'nested inline fragments': (bytes) =>
    `{ ${parts(bytes, 3, () => '... {')} id ${parts(bytes, 3, () => '}')} }`,
  fragments: (bytes) =>
    `{ ${parts(bytes, 9, (n) => `...f${n}`)} } ${parts(bytes, 9, (n) => fragment(n, '__typename'))}`,
  'a chain of fragments': (bytes) =>
    `{ ...f0 } ${parts(bytes, 9, (n) => fragment(n, `__typename ...f${n + 1}`))} ${fragment('', '__typename')}`,
  'fragments that double': (bytes) =>
    `{ ...f0 } ${parts(bytes, 10, (n) => fragment(n, `...f${n + 1} ...f${n + 1}`))}`,
  'fragments that spread each other': (bytes) => `{ ...f0 } ${spreads(bytes)}`,
  'unused fragments': (bytes) => `${ROOT} ${spreads(bytes)}`,
  'a circle of fragments': (bytes) =>
    `{ ...f0 } ${parts(bytes, 8, (n) => fragment(n, `...f${n + 1}`))} ${fragment('x', '...f0')}`,
  operations: (bytes) => parts(bytes, 5, (n) => `query q${n} ${ROOT}`),
  'operations of one name': (bytes) => parts(bytes, 5, () => `query q ${ROOT}`),
  variables: (bytes) => `query(${parts(bytes, 4, (n) => `$v${n}: ID`)}) ${ROOT}`,
  'variables of one name': (bytes) => `query(${parts(bytes, 4, () => '$v: ID')}) ${ROOT}`,
  'used variables': (bytes) =>
    `query(${parts(bytes, 16, (n) => `$v${n}: ID!`)}) { ${parts(bytes, 16, (n) => `a${n}: product(id: $v${n}) { id }`)} }`,
  'variables of a list of lists': (bytes) =>
    `query($v: ${parts(bytes, 2, () => '[')} ID ${parts(bytes, 2, () => ']')}) ${ROOT}`,
  'unknown directives': (bytes) => `{ __typename ${parts(bytes, 2, () => '@x')} }`,
  'directives of one field': (bytes) =>
    `{ __typename ${parts(bytes, 6, () => '@skip(if: false)')} }`,
  'directives of many fields': (bytes) =>
    `{ ${parts(bytes, 7, () => '__typename @skip(if: false)')} }`,
  aliases: (bytes) => `{ ${parts(bytes, 3, (n) => `a${n}: __typename`)} }`,
  'a hundred aliases': (bytes) =>
    `{ ${many((100 * bytes) / MEBIBYTE, (n) => `a${n}: product(id: 1) { id title equipments { name } }`)} }`,
  'unknown fields': (bytes) => `{ product(id: 1) { ${parts(bytes, 1, (n) => `titl${n}`)} } }`,
  'unknown arguments': (bytes) => `{ product(${parts(bytes, 3, (n) => `i${n}: 1`)}) { id } }`,
  'unknown types': (bytes) =>
    `query(${parts(bytes, 4, (n) => `$v${n}: Produc${n}`)}) ${ROOT}`,
  'unknown fields of an input': (bytes) => create(parts(bytes, 3, (n) => `titl${n}: 1`)),
  'a list': (bytes) =>
    create(`images: [${parts(bytes, 5, () => '{ src: "http://a.example/" }')}]`),
  'nested lists': (bytes) =>
    create(`images: ${parts(bytes, 2, () => '[')} ${parts(bytes, 2, () => ']')}`),
  'nested objects': (bytes) =>
    create(`images: ${parts(bytes, 4, () => '{ a:')} 1 ${parts(bytes, 4, () => '}')}`),
  'nested fields': (bytes) =>
    `${parts(bytes, 3, () => '{ bundle')} ${parts(bytes, 3, () => '}')}`,
  introspections: (bytes) =>
    `{ ${many((90 * bytes) / MEBIBYTE, (n) => `a${n}: __schema { ...f }`)} } fragment f on __Schema { types { fields { type { fields { name description } } } } }`,
  'a deep introspection': (bytes) =>
    `{ __schema { types { fields { type { fields { ${many((90 * bytes) / MEBIBYTE, (n) => `a${n}: description`)} } } } } } }`,
  definitions: (bytes) => parts(bytes, 2, (n) => `scalar S${n}`),
  'a long field': (bytes) => `{ ${'x'.repeat(bytes)} }`,
  'a long alias': (bytes) => `{ ${'x'.repeat(bytes)}: product(id: 1) { id } }`,
  'a long argument': (bytes) => `{ product(${'x'.repeat(bytes)}: 1) { id } }`,
  'a long type': (bytes) => `query($v: ${'X'.repeat(bytes)}) ${ROOT}`,
  'a long variable': (bytes) => `query($${'x'.repeat(bytes)}: ID) ${ROOT}`,
  'a long fragment': (bytes) => `{ ...${'x'.repeat(bytes)} }`,
  'a long directive': (bytes) => `{ __typename @${'x'.repeat(bytes)} }`,
  'a long enum value': (bytes) => create(`stockType: ${'X'.repeat(bytes)}`),
  'a long field of an input': (bytes) => create(`${'x'.repeat(bytes)}: 1`),
  'fifty names of 250 characters': (bytes) =>
    `{ ${many((50 * bytes) / MEBIBYTE, (n) => 'x'.repeat(200 + n))} }`,
  'a long text': (bytes) => create(`stockType: BULK, description: "${'x'.repeat(bytes)}"`),
  'a long text for a number': (bytes) => create(`cost: "${'x '.repeat(bytes / 2)}"`),
  'a text of escapes': (bytes) => create(`description: "${'\\u00e9'.repeat(bytes / 7)}"`),
  'a text of lines': (bytes) => create(`description: """${' a\n'.repeat(bytes / 4)}"""`),
  'a text without an end': (bytes) => `{ product(id: "${'x'.repeat(bytes)}`,
  'a number of many digits': (bytes) => create(`quantity: ${'9'.repeat(bytes)}`),
  comments: (bytes) => `${'#\n'.repeat(bytes / 3)} { ${many(90, (n) => `x${n}`)} }`,
  commas: (bytes) => `{ ${','.repeat(bytes)} x }`,
  'lines in front of many errors': (bytes) =>
    `{ ${'\n'.repeat(bytes / 2)} ${many(90, (n) => `x${n}`)} }`,
  'lines in front of fields that fail': (bytes) =>
    `{ ${'\n'.repeat(bytes / 2)} ${many(90, (n) => `x${n}: product(id: 0) { id }`)} }`,
  'text that is no document': (bytes) => '}'.repeat(bytes),
};
