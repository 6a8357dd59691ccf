// Guide: ETags, conditional reads and updates, compression (D41, D42).
import { html } from 'hono/html';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import { productPath } from '../../../paths.ts';
import type { Section } from '../layout.ts';
import { graphqlExample } from '../snippets/example-request.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';

const { tent, mat } = DEMO_IDS.products;

/** The revision of a product without changes. */
const FIRST_REVISION = 1;

export const caching = ({ origin, versions }: DocsSource): Section => {
  const etag = `"${versions.newest()}.${FIRST_REVISION}"`;
  return {
    id: 'caching',
    title: 'Caching and collisions',
    content: html`<p>Every change of a product raises its <strong>revision</strong>, whoever makes it. REST has it in the <code>ETag</code> of a read,
together with the version of the API; GraphQL has it as the field <code>revision</code> of <code>Product</code> and <code>Bundle</code>.</p>
<h3 id="if-none-match">Read again only after a change</h3>
<p>Send the <code>ETag</code> of a product or a rental back in <code>If-None-Match</code>: as long as nothing changed, the answer is 304
without a body. Browsers do it by themselves. Reads may be kept by their client, and are revalidated before each use.</p>
${exchange(origin, {
  id: 'read-again',
  label: 'REST: 304 as long as the product has this revision',
  method: 'GET',
  path: productPath(tent),
  headers: { 'If-None-Match': etag },
  status: 304,
})}
<h3 id="if-match">Change only what you have read</h3>
<p>Send the <code>ETag</code> in <code>If-Match</code>, or the revision as <code>ifRevision</code> on GraphQL. If somebody else changed the product
since, nothing is done: REST answers 412, GraphQL the error <code>CONFLICT</code> with the stored <code>extensions.revision</code>. Read the
product again, and let people decide. Without either, the last update wins.</p>
${exchange(origin, {
  id: 'update-if-unchanged',
  label: 'REST: 200 with the new ETag, or 412',
  method: 'PUT',
  path: productPath(tent),
  headers: { 'If-Match': etag },
  body: { product: { rent: 26 } },
  status: 200,
  answer: { success: true },
})}
${exchange(
  origin,
  graphqlExample({
    id: 'update-if-unchanged-graphql',
    label: 'GraphQL: the same, for another product',
    query: `mutation ($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, ifRevision: ${FIRST_REVISION}, input: $input) { success errors { field code message } product { revision } } }`,
    variables: { id: String(mat), input: { rent: 3.5 } },
    answer: { data: { updateProduct: { success: true, errors: [], product: { revision: FIRST_REVISION + 1 } } } },
  }),
)}
<p>An <code>ETag</code> of another version of the API names another answer: 412, so read and write in the same version. Weak tags
(<code>W/</code>) match in <code>If-None-Match</code> alone; <code>*</code> is any revision.</p>
<h3 id="compression">Compression</h3>
<p>Answers from 1 KiB are compressed by <code>Accept-Encoding</code>: zstd, br or gzip. A body may come with
<code>Content-Encoding: gzip</code>, on both surfaces; it may inflate to 1 MiB. Any other coding is answered 415.</p>`,
  };
};
