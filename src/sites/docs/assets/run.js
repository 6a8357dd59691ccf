// Runs a page's examples: a panel below each request, where it can be edited, sent with the tab's token, and stopped.
(() => {
  const TIMEOUT_SECONDS = 60;
  /** Of a response, in characters. */
  const MAX_SHOWN = 100_000;
  const MAX_ROWS = 14;

  const { apiToken } = globalThis;
  /** Shown in an open panel, or below the command that stores the token. */
  const tokenForm = document.querySelector('#token-form');
  const template = document.querySelector('#run-panel');

  /** The command of the first guide that stores the token: the field stands below it and fills it in. */
  const command = [...document.querySelectorAll('figure.code code')].find(({ textContent }) =>
    textContent.startsWith('export TOKEN='),
  );
  const belowCommand = Object.assign(document.createElement('div'), { className: 'run' });
  const example = command?.textContent;

  function fillIn() {
    command.textContent = /^svc_\w+$/.test(apiToken.value())
      ? `export TOKEN='${apiToken.value()}'`
      : example;
  }

  if (command) {
    command.closest('figure').after(belowCommand);
    const hint = Object.assign(document.createElement('p'), {
      textContent: 'Paste your token to send the examples on this page with Run.',
    });
    belowCommand.append(hint, tokenForm);
    tokenForm.addEventListener('change', fillIn);
    fillIn();
  }

  /** The IDs of what the reader created, by the element of the example that did it. */
  const created = new Map();

  function noteCreated(place, text) {
    const { id, data } = attempt(
      () => JSON.parse(text),
      () => ({}),
    );
    const made = id ?? Object.values(data ?? {})[0]?.id;
    if (made) created.set(place, made);
  }

  /** An example that reads what another one creates, with the ID of that. */
  function withCreated(example) {
    const { path, body, after } = example;
    const id = created.get(after);
    if (!id) return example;
    return body
      ? { ...example, body: { variables: { ...body.variables, id } } }
      : { ...example, path: path.replace(/\d+$/, id) };
  }

  const isWrite = ({ method, query }) => method !== 'GET' && !query?.startsWith('query');
  const printed = (value) => JSON.stringify(value, null, 2);
  const headerLines = (headers) =>
    [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');

  /** The texts to edit, by field name. */
  const textsOf = ({ path, headers, query, body }) => ({
    path,
    headers: headerLines(Object.entries(headers)),
    ...(query
      ? { query, variables: printed(body.variables) }
      : body && { body: printed(body) }),
  });

  function attempt(make, otherwise) {
    try {
      return make();
    } catch (error) {
      return otherwise(error);
    }
  }

  /** The page shows the message. */
  const refuse = (message) => {
    throw new Error(message);
  };

  /** The URL and options of the request in the fields. */
  function requestOf(fields) {
    const text = (name) => fields.namedItem(name)?.value.trim();
    const url = URL.parse(text('path'), location.origin);
    if (url?.origin !== location.origin) refuse('Only paths of this service can be sent.');
    const headers = new Headers();
    for (const line of text('headers').split('\n').filter(Boolean)) {
      const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
      attempt(
        () => headers.append(name.trim(), value.trim()),
        () => refuse(`Not a header: ${line}`),
      );
    }
    const query = text('query');
    const variablesOf = (json) =>
      attempt(
        () => JSON.parse(json || '{}'),
        ({ message }) => refuse(`The variables aren't valid JSON: ${message}`),
      );
    const body =
      query === undefined
        ? text('body')
        : JSON.stringify({ query, variables: variablesOf(text('variables')) });
    headers.set('Authorization', `Bearer ${apiToken.value()}`);
    if (body) headers.set('Content-Type', 'application/json');
    return [url, { headers, ...(body && { body }), cache: 'no-store', credentials: 'omit' }];
  }

  function showResponse(place, headers, text) {
    const shown = attempt(
      () => printed(JSON.parse(text)),
      () => text,
    );
    const cut =
      shown.length > MAX_SHOWN
        ? `Cut: these are the first ${MAX_SHOWN} of ${shown.length} characters.`
        : '';
    place.querySelector('summary').textContent = `${[...headers].length} headers`;
    const [head, body] = place.querySelectorAll('pre');
    head.textContent = headerLines(headers);
    body.textContent = shown.slice(0, MAX_SHOWN);
    body.hidden = text === '';
    place.querySelector('p').textContent = text === '' ? 'The response has no body.' : cut;
    place.hidden = false;
  }

  /** A message for a request without a response. */
  function messageOf(error, stopped) {
    const isLate = error.name === 'TimeoutError';
    if (stopped || isLate)
      return `${stopped ? 'Stopped' : `No response within ${TIMEOUT_SECONDS} seconds`}. A write may still have been done.`;
    if (error instanceof TypeError)
      return "The service didn't respond. Check your connection.";
    return error.message;
  }

  /** The service says why it rejects a token. */
  const rejectionOf = (headers) =>
    `${/error_description="([^"]*)"/.exec(headers.get('WWW-Authenticate'))?.[1] ?? 'The token is not valid'} (401). Paste another one.`;

  function createPanel(example, name, place) {
    const panel = template.content.firstElementChild.cloneNode(true);
    const [form, title, note, state, answer, send, stop] = [
      ...[
        'form',
        '.run-title',
        '.run-note',
        '.run-state',
        '.run-answer',
        '[type="submit"]',
        '[type="button"]',
      ],
    ].map((selector) => panel.querySelector(selector));
    title.textContent = `Run over ${name}`;
    note.hidden = !isWrite(example);
    const texts = textsOf(example);
    for (const field of form.querySelectorAll('textarea')) {
      const text = texts[field.name];
      if (text === undefined) field.parentElement.remove();
      else
        Object.assign(field, {
          value: text,
          rows: Math.min(text.split('\n').length, MAX_ROWS),
        });
    }
    let underWay;

    async function run() {
      if (underWay) return;
      const missing = apiToken.error();
      if (missing) return apiToken.report(missing);
      underWay = new AbortController();
      send.disabled = true;
      stop.hidden = false;
      state.textContent = 'Sent, waiting for the response …';
      answer.hidden = true;
      try {
        const [url, options] = requestOf(form.elements);
        const signal = AbortSignal.any([
          underWay.signal,
          AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
        ]);
        const start = performance.now();
        const response = await fetch(url, { ...options, method: example.method, signal });
        const text = await response.text();
        const milliseconds = Math.round(performance.now() - start);
        state.textContent = `${response.status} ${response.statusText}, ${milliseconds} ms`;
        showResponse(answer, response.headers, text);
        noteCreated(place, text);
        if (response.status === 401) apiToken.report(rejectionOf(response.headers));
        else apiToken.noteState();
      } catch (error) {
        state.textContent = messageOf(error, underWay.signal.aborted);
      } finally {
        underWay = undefined;
        send.disabled = false;
        stop.hidden = true;
      }
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      run();
    });
    stop.addEventListener('click', () => underWay?.abort());
    return { panel, title, run };
  }

  /** Shows the panel of the pressed button, one at a time, because there is only one token field to put into it. */
  for (const block of document.querySelectorAll('[data-run]')) {
    const example = JSON.parse(block.dataset.run);
    const button = document.createElement('button');
    Object.assign(button, {
      type: 'button',
      textContent: 'Run',
      className: 'run-button',
      ariaExpanded: 'false',
    });
    let made;
    button.addEventListener('click', () => {
      const wasOpen = button.ariaExpanded === 'true';
      for (const open of document.querySelectorAll('.run-button'))
        open.ariaExpanded = 'false';
      if (wasOpen) return belowCommand.append(tokenForm);
      button.ariaExpanded = 'true';
      const isFirst = !made;
      made ??= createPanel(
        withCreated(example),
        block.querySelector('b').textContent,
        block.closest('.surface').id,
      );
      if (isFirst) block.append(made.panel);
      made.title.after(tokenForm);
      made.title.focus();
      // Later it may be an edited one, which writes.
      if (isFirst && !apiToken.error() && !isWrite(example)) made.run();
    });
    block.querySelector('.head').append(button);
  }
})();
