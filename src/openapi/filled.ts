// Static documents and guides with values of a version or deployment.

/** A document or text with each `{{name}}` in its strings replaced. @throws if one has no value. */
export const filled = <Document>(
  document: Document,
  value: (name: string) => string | number | undefined,
): Document =>
  JSON.parse(JSON.stringify(document), (_, part) =>
    typeof part === 'string'
      ? part.replace(/\{\{(\w[\w. ]*)\}\}/g, (_match, name) => {
          const text = value(name);
          if (text === undefined) throw new Error(`No placeholder ${name}`);
          return String(text);
        })
      : part,
  );
