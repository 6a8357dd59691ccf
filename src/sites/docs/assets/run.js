// Runs the examples of a page: a panel below each request, where it can be edited, sent with the token of the tab, and stopped.
(() => {
  const TIMEOUT_SECONDS = 60;
  /** Of an answer, in characters. */
  const MAX_SHOWN = 100_000;

  const { apiToken } = globalThis;
  const { element, createEditors, printed } = globalThis.exampleEditors;
  /** It is not shown until a panel is open. */
  const tokenForm = document.querySelector('#token-form');

  const isWrite = ({ method, query }) => method !== 'GET' && !query?.startsWith('query');

  const readable = (text) => {
    try {
      return printed(JSON.parse(text));
    } catch {
      return text;
    }
  };

  function showAnswer(answer, headers, text) {
    const shown = readable(text);
    const isCut = shown.length > MAX_SHOWN;
    const names = [...headers].map(([name, value]) => `${name}: ${value}`);
    answer.replaceChildren(
      element(
        'details',
        {},
        element('summary', { textContent: `${names.length} headers` }),
        element('pre', { tabIndex: 0, textContent: names.join('\n') }),
      ),
      text === ''
        ? element('p', { textContent: 'Without a body.' })
        : element('pre', { tabIndex: 0, textContent: shown.slice(0, MAX_SHOWN) }),
      ...(isCut ? [element('p', { textContent: `The first ${MAX_SHOWN} of ${shown.length} characters.` })] : []),
    );
  }

  /** What went wrong without an answer, in words. */
  function problemOf(fault, stopped) {
    if (stopped) return 'Stopped. A write may have been done all the same.';
    if (fault.name === 'TimeoutError')
      return `No response within ${TIMEOUT_SECONDS} seconds. A write may have been done all the same.`;
    if (fault instanceof TypeError)
      return 'The service did not respond: there is no connection, or it was interrupted.';
    return fault.message;
  }

  /** The service says why it refuses a token. */
  function refusalOf(headers) {
    const [, reason = 'The token is not valid'] =
      /error_description="([^"]*)"/.exec(headers.get('WWW-Authenticate') ?? '') ?? [];
    return `${reason} (401). Make or paste another one.`;
  }

  function createPanel(example, name) {
    const editors = createEditors(example);
    const send = element('button', { type: 'submit', textContent: 'Send' });
    const stop = element('button', { type: 'button', textContent: 'Stop', hidden: true });
    const state = element('p', { className: 'run-state' });
    state.setAttribute('role', 'status');
    const answer = element('div', { className: 'run-answer' });
    const place = element('div');
    const form = element(
      'form',
      {},
      ...editors.labels,
      element('div', { className: 'run-buttons' }, send, stop, state),
    );
    const panel = element(
      'div',
      { className: 'run' },
      element(
        'div',
        {},
        element('p', { className: 'run-title', tabIndex: -1, textContent: `Run over ${name}` }),
        place,
        form,
      ),
      answer,
    );
    if (isWrite(example))
      form.prepend(
        element('p', {
          className: 'run-note',
          textContent: 'This request writes: it changes the data of this test deployment.',
        }),
      );
    let underWay;

    async function run() {
      if (underWay) return;
      const missing = apiToken.fault();
      if (missing) {
        apiToken.report(missing);
        return;
      }
      underWay = new AbortController();
      send.disabled = true;
      stop.hidden = false;
      state.textContent = 'Sent, waiting for the response …';
      answer.replaceChildren();
      try {
        const { url, method, headers, body } = editors.request();
        headers.set('Authorization', `Bearer ${apiToken.value()}`);
        if (body) headers.set('Content-Type', 'application/json');
        const start = performance.now();
        const response = await fetch(url, {
          method,
          headers,
          ...(body && { body }),
          signal: AbortSignal.any([underWay.signal, AbortSignal.timeout(TIMEOUT_SECONDS * 1000)]),
          cache: 'no-store',
          credentials: 'omit',
        });
        const text = await response.text();
        const milliseconds = Math.round(performance.now() - start);
        state.textContent = `${response.status} ${response.statusText}, ${milliseconds} ms`;
        showAnswer(answer, response.headers, text);
        if (response.status === 401) apiToken.report(refusalOf(response.headers));
        else apiToken.noteState();
      } catch (fault) {
        state.textContent = problemOf(fault, underWay.signal.aborted);
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
    return { panel, place, run };
  }

  let opened;

  function close({ button, panel }) {
    panel.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  }

  /** One panel is open at a time: the field of the token, of which there is one, stands in it. */
  function addRunButton(block) {
    const example = JSON.parse(block.dataset.run);
    const button = element('button', { type: 'button', textContent: 'Run', className: 'run-button' });
    button.setAttribute('aria-expanded', 'false');
    let made;
    button.addEventListener('click', () => {
      if (opened) close(opened);
      if (opened && opened === made) {
        opened = undefined;
        return;
      }
      const isFirst = !made;
      made ??= { button, ...createPanel(example, block.querySelector('b').textContent) };
      block.append(made.panel);
      opened = made;
      made.panel.hidden = false;
      button.setAttribute('aria-expanded', 'true');
      made.place.append(tokenForm);
      made.panel.querySelector('.run-title').focus();
      // Later it may be an edited one, which writes.
      if (isFirst && !apiToken.fault() && !isWrite(example)) made.run();
    });
    block.querySelector('.head').append(button);
  }

  for (const block of document.querySelectorAll('[data-run]')) addRunButton(block);
})();
