// The token field: kept for the tab in sessionStorage, shown on request, with its state below.
(() => {
  // Otherwise the address bar, the history and bookmarks would keep a token in the address.
  const address = new URL(location.href);
  const isInHash = /\btoken=|svc_/.test(address.hash);
  if (isInHash || address.searchParams.has('token')) {
    address.searchParams.delete('token');
    if (isInHash) address.hash = '';
    history.replaceState(null, '', address);
  }

  const STORED = 'api-token';
  const [form, field, show, note] = ['token-form', 'token', 'token-show', 'token-note'].map(
    (id) => document.getElementById(id),
  );
  const missing = [...note.childNodes];

  /** A browser can deny storage; the token then lasts as long as the page. */
  function stored(access) {
    try {
      return access(window.sessionStorage);
    } catch {
      return null;
    }
  }

  const say = (isProblem, ...parts) => {
    note.replaceChildren(...parts);
    note.classList.toggle('problem', isProblem);
    field.setAttribute('aria-invalid', String(isProblem));
  };

  /** The token in a pasted text, without `Bearer` and white space. */
  const value = () => field.value.trim().replace(/^Bearer\s+/i, '');

  const KEPT = 'Sent with each request. This tab keeps it until you close it.';
  const UNKEPT = 'Sent with each request until you leave this page.';
  const readStored = () => stored((storage) => storage.getItem(STORED));

  function noteState() {
    const present = readStored() === null ? UNKEPT : KEPT;
    say(false, ...(value() === '' ? missing : [present]));
  }

  function keep() {
    stored((storage) => storage.setItem(STORED, field.value));
    noteState();
    form.dispatchEvent(new Event('change'));
  }

  field.value = readStored() ?? '';
  noteState();
  field.addEventListener('input', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  show.addEventListener('click', () => {
    const isShown = field.type === 'text';
    field.type = isShown ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(!isShown));
  });

  globalThis.apiToken = {
    value,
    noteState,
    /** Why there is nothing to send; undefined for a token. Browsers send no other characters in a header. */
    error() {
      if (value() === '') return 'Enter an API token first.';
      if (!/^[!-~]*$/.test(value()))
        return "This isn't an API token: it contains an invalid character.";
    },
    /** Shows a problem with the token and focuses the field. */
    report(text) {
      say(true, text);
      field.focus();
    },
  };
})();
