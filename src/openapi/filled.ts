// Static documents with values of a version or deployment.

/** A document with each `{{name}}` in its strings replaced. */
export const filled = <Document>(document: Document, value: (name: string) => string): Document =>
  JSON.parse(JSON.stringify(document), (_, part) =>
    typeof part === 'string'
      ? part.replace(/\{\{([\w.]+)\}\}/g, (_match, name) => value(name))
      : part,
  );
