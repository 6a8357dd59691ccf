// Arbitrary GraphQL documents: those of real clients, with tokens lost, doubled, exchanged and made up.
import fc from 'fast-check';
import { damaged, graphqlBundleText, graphqlProductText, jsonText } from './json-texts.ts';

const DOCUMENTS = [
  '{ product(id: 1) { id title rent online images { src } bundle { items { product { id } } } } }',
  'query Q($id: ID!) { product(id: $id) { ...P } } fragment P on Product { id title equipments { name quantity } }',
  'query ($id: ID!, $deep: Boolean = true) { rental(id: $id) { id items @include(if: $deep) { product { title } } } }',
  '{ bundle(id: 5) { id rent items { adId quantity product { id bundle { items { product { id } } } } } } }',
  'mutation M($input: CreateProductInput!) { createProduct(input: $input) { success errors { field code } id } }',
  'mutation M($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { success errors { code } } }',
  'mutation M($input: CreateBundleInput!) { createBundle(input: $input) { success errors { field } bundle { id } } }',
  'mutation { createProduct(input: { title: "a", rent: 1e999, sku: "\\uD800", images: [{ src: "x" }] }) { success } }',
  'mutation { a: createProduct(input: {}) { id } b: updateProduct(id: "1", input: null) { success } }',
  '{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }',
  'query A { __typename } query B { product(id: 2) { id } } subscription S { x }',
  '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A product(id: 1) { id } }',
];

const NOISE = [
  '{', '}', '(', ')', '[', ']', '!', ':', '=', '|', '&', '@', '$', '...', '"', '"""', '#', ',', '\u0000', '\ufeff', '\ud800',
  '@skip(if: true)', '@include(if: $x)', '@deprecated', '@defer', '@stream(initialCount: 1)', '@oneOf', '...A', '... on Product {',
  'fragment F on Product { ...F }', 'a:', '__typename', 'id', 'null', '1e999', '99999999999999999999', '-', '1.5', '"\\uD800"',
  'query', 'mutation', 'subscription', 'schema', 'extend', '__proto__', 'constructor', '$input', '$id: ID = null',
  '(id: {})', '(id: [1, [2]])', '(input: $missing)', '(input: { title: $id })', 'first', 'x'.repeat(5_000),
]; // biome-ignore format: a list of tokens

const TOKEN = /\.\.\.|\$?\w+|"(?:\\.|[^"\\])*"|[^\s\w]/g;

/** One change of the tokens at a position; positions run around. */
const change = fc.record({
  kind: fc.constantFrom('drop', 'double', 'swap', 'insert', 'replace', 'repeat'),
  at: fc.nat(),
  noise: fc.oneof(fc.constantFrom(...NOISE), fc.string({ unit: 'binary', maxLength: 5 })),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function apply(tokens: string[], { kind, at, noise }: Change): string[] {
  if (tokens.length === 0) return [noise];
  const index = at % tokens.length;
  const token = tokens[index] as string;
  const next = tokens[index + 1];
  if (kind === 'swap' && next !== undefined) return tokens.toSpliced(index, 2, next, token);
  const put = { drop: [], double: [token, token], swap: [token], insert: [noise, token], replace: [noise] };
  return tokens.toSpliced(
    index,
    1,
    ...(kind === 'repeat' ? Array(at % 300).fill(token) : put[kind as keyof typeof put]),
  );
}

const mutated = fc
  .tuple(fc.constantFrom(...DOCUMENTS), fc.array(change, { maxLength: 5 }))
  .map(([text, changes]) => changes.reduce(apply, text.match(TOKEN) ?? []).join(' '));

export const documentText: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: mutated },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);

const variablesText = fc.oneof(
  { weight: 1, arbitrary: jsonText },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.oneof(graphqlProductText, graphqlBundleText, jsonText),
        fc.oneof(fc.constantFrom('1', '"2"', '"abc"', '1e3'), jsonText),
      )
      .map(([input, id]) => `{"input":${input},"id":${id},"deep":1,"__proto__":{"x":1}}`),
  },
);

/** A GraphQL request as a JSON body. */
export const graphqlBody: fc.Arbitrary<string> = damaged(
  fc.tuple(documentText, variablesText, jsonText, fc.nat(20)).map(([query, variables, odd, which]) => {
    const fields = [`"query":${which === 0 ? odd : JSON.stringify(query)}`, `"variables":${variables}`];
    if (which === 1) fields.push(`"operationName":${odd}`);
    if (which === 2) fields.push(`"extensions":${odd}`);
    if (which === 3) fields.push(`"extensions":{"persistedQuery":{"version":1,"sha256Hash":${odd}}}`);
    if (which === 4) fields.push(`${odd}:${odd}`);
    return which === 5 ? `[{${fields.join(',')}},{${fields.join(',')}}]` : `{${fields.join(',')}}`;
  }),
);
