// The token field: kept for the tab in sessionStorage, shown on request, filled by a button, with its state below.
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
  const [form, field, show, make, note] = [
    'token-form',
    'token',
    'token-show',
    'token-make',
    'token-note',
  ].map((id) => document.getElementById(id));
  const missing = [...note.childNodes];

  const say = (isProblem, ...parts) => {
    note.replaceChildren(...parts);
    note.classList.toggle('problem', isProblem);
    field.setAttribute('aria-invalid', String(isProblem));
  };

  /** The token in a pasted text, without `Bearer` and white space. */
  const value = () => field.value.trim().replace(/^Bearer\s+/i, '');

  const KEPT = 'This tab keeps it until you close it.';
  const noteState = () =>
    say(false, ...(value() === '' ? missing : [`Sent with each request. ${KEPT}`]));

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

  /** Links to a dashboard page, which links back. */
  function linkTo(path, textContent) {
    const href = `${path}?${new URLSearchParams({ next: location.pathname })}`;
    const link = Object.assign(document.createElement('a'), { href, textContent });
    say(false, link, ' first. You come back to this page.');
  }

  /** The dashboard identifies its user by a cookie, and only accepts a form with its session's token. */
  async function makeToken() {
    const { path, signIn } = make.dataset;
    const session = await fetch(path, { redirect: 'manual' });
    if (session.type === 'opaqueredirect') return linkTo(signIn, 'Sign in to the dashboard');
    const { formToken } = await session.json();
    const body = new URLSearchParams({ form_token: formToken });
    const made = await fetch(path, { method: 'POST', body, redirect: 'manual' });
    const { token, confirm, error } = await made.json();
    if (confirm) return linkTo(confirm, 'Confirm your sign-in');
    if (error) return say(true, error);
    field.value = token;
    keep();
    say(
      false,
      `Created. This token replaces the last one you created here, and expires in a day. ${KEPT}`,
    );
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
    /** Why there is nothing to send; undefined for a token. Browsers send no other characters in a header. */
    fault() {
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
