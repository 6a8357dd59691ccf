// The editors of an example: its path, headers and body as texts, and the request that they make.
(() => {
  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  /** A text to edit below its name. */
  function editor(name, value) {
    const rows = Math.min(value.split('\n').length, 14);
    const field = element('textarea', { value, rows, spellcheck: false, autocapitalize: 'off' });
    return { field, label: element('label', {}, name, field) };
  }

  const printed = (value) => JSON.stringify(value, null, 2);

  /** Text fields for path, headers and body, and `request()`, which reads them. @throws {Error} whose message the page shows */
  function createEditors({ method, path, headers, query, body }) {
    const isGraphQL = query !== undefined;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const editors = {
      path: editor('Path', path),
      headers: editor('Headers, beside the token', lines.join('\n')),
      ...(isGraphQL && { query: editor('Query', query), variables: editor('Variables', printed(body.variables)) }),
      ...(!isGraphQL && body && { body: editor('Body', printed(body)) }),
    };
    const textOf = (name) => editors[name]?.field.value.trim();

    function sentBody() {
      if (!isGraphQL) return textOf('body');
      try {
        return JSON.stringify({ query: textOf('query'), variables: JSON.parse(textOf('variables') || '{}') });
      } catch (fault) {
        throw new Error(`The variables are no JSON: ${fault.message}`);
      }
    }

    function sentHeaders() {
      const sent = new Headers();
      for (const line of textOf('headers').split('\n').filter(Boolean)) {
        const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
        try {
          sent.append(name.trim(), value.trim());
        } catch {
          throw new Error(`This is no header: ${line}`);
        }
      }
      return sent;
    }

    return {
      labels: Object.values(editors).map(({ label }) => label),
      request() {
        const url = URL.parse(textOf('path'), location.origin);
        if (url?.origin !== location.origin) throw new Error('Only paths of this service can be sent.');
        return { url, method, headers: sentHeaders(), body: sentBody() };
      },
    };
  }

  globalThis.exampleEditors = { element, createEditors, printed };
})();
