// The field of the token: kept for the tab in sessionStorage, shown on request, made by a button, with a note on its state below it.
(() => {
  // The address bar, the history and a bookmark would keep a token of the address.
  const address = new URL(location.href);
  const isInHash = /\btoken=|svc_/.test(address.hash);
  if (isInHash || address.searchParams.has('token')) {
    address.searchParams.delete('token');
    if (isInHash) address.hash = '';
    history.replaceState(null, '', address);
  }

  const STORED = 'api-token';
  const [form, field, show, make, note] = ['token-form', 'token', 'token-show', 'token-make', 'token-note'].map((id) =>
    document.getElementById(id),
  );
  const missing = [...note.childNodes];

  const say = (isProblem, ...parts) => {
    note.replaceChildren(...parts);
    note.classList.toggle('problem', isProblem);
    field.setAttribute('aria-invalid', String(isProblem));
  };

  /** The token of a text that was pasted, in which `Bearer` and white space may be in front. */
  const value = () => field.value.trim().replace(/^Bearer\s+/i, '');

  const KEPT = 'This tab keeps it until you close it.';
  const noteState = () => say(false, ...(value() === '' ? missing : [`Sent with each request. ${KEPT}`]));

  function keep() {
    sessionStorage.setItem(STORED, field.value);
    noteState();
    form.dispatchEvent(new Event('change'));
  }

  field.value = sessionStorage.getItem(STORED) ?? '';
  noteState();
  field.addEventListener('input', keep);
  form.addEventListener('submit', (event) => event.preventDefault());
  show.addEventListener('click', () => {
    const isShown = field.type === 'text';
    field.type = isShown ? 'password' : 'text';
    show.setAttribute('aria-pressed', String(!isShown));
  });

  /** Leads to a page of the dashboard, which leads back. */
  function sayFirst(path, textContent) {
    const href = `${path}?${new URLSearchParams({ next: location.pathname })}`;
    const link = Object.assign(document.createElement('a'), { href, textContent });
    say(false, link, ' first. You come back to this page.');
  }

  /** The dashboard knows its user by a cookie, and takes a form only with the token of its session. */
  async function makeToken() {
    const { path, signIn } = make.dataset;
    const session = await fetch(path, { redirect: 'manual' });
    if (session.type === 'opaqueredirect') return sayFirst(signIn, 'Sign in to the dashboard');
    const { formToken } = await session.json();
    const body = new URLSearchParams({ form_token: formToken });
    const made = await fetch(path, { method: 'POST', body, redirect: 'manual' });
    const { token, confirm, error } = await made.json();
    if (confirm) return sayFirst(confirm, 'Confirm your sign-in');
    if (error) return say(true, error);
    field.value = token;
    keep();
    say(false, `Created. This token replaces the last one you created here, and expires in a day. ${KEPT}`);
  }

  make?.addEventListener('click', async () => {
    make.disabled = true;
    await makeToken().catch(() =>
      say(true, "No token was created: the dashboard didn't respond. Try again in a moment."),
    );
    make.disabled = false;
  });

  globalThis.apiToken = {
    value,
    noteState,
    /** Why there is nothing to send; undefined for a token. A browser sends no other characters in a header. */
    fault() {
      if (value() === '') return 'Enter an API token first.';
      if (!/^[!-~]*$/.test(value())) return "This isn't an API token: it contains an invalid character.";
    },
    /** Notes a problem with the token and leads to the field. */
    report(text) {
      say(true, text);
      field.focus();
    },
  };
})();
