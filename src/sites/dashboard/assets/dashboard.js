// Adds to pages that work without scripts: copy buttons, passwords to see, forms that are sent once, the numbers of the bar under the
// pointer, parts that change by themselves, removal of a token on leaving.

for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const status = document.querySelector('[data-copy-status]');
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener('click', async () => {
    let result = 'Copied';
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
    } catch {
      // Browsers give the clipboard to secure origins alone.
      if (source.select) source.select();
      else getSelection().selectAllChildren(source);
      result = 'Selected: press Ctrl+C';
    }
    button.textContent = result;
    status.textContent = result;
    setTimeout(() => {
      button.innerHTML = label;
      status.textContent = '';
    }, 3000);
  });
}

for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.dataset.reveal);
  const verb = button.firstChild;
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    verb.data = isShown ? 'Hide' : 'Show';
  };
  button.hidden = false;
  button.addEventListener('click', () => show(field.type === 'password'));
  // A password that is sent while its field shows it would be offered again: browsers store the values of text fields.
  field.form.addEventListener('submit', () => show(false));
}

// A second click must not replace the page that shows what the first one made.
addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'true';
  setTimeout(() => delete form.dataset.sent, 2000);
});

for (const readout of document.querySelectorAll('[data-readout]')) {
  const summary = readout.textContent;
  for (const bar of readout.parentElement.querySelectorAll('.bar')) {
    bar.querySelector('title').remove();
    const show = () => {
      readout.textContent = bar.dataset.text;
    };
    const hide = () => {
      readout.textContent = summary;
    };
    bar.addEventListener('pointerenter', show);
    bar.addEventListener('pointerleave', hide);
    bar.closest('a')?.addEventListener('focus', show);
    bar.closest('a')?.addEventListener('blur', hide);
  }
}

// Elements with data-live are replaced every 3 s by those of the page that the attribute names, 100 times at most.
const parts = document.querySelectorAll('[data-live]');
const PAUSE_MILLISECONDS = 3000;
let readings = 100;

async function readAgain(part) {
  const response = await fetch(part.dataset.live);
  if (!response.ok || response.redirected) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById(part.id);
  const isBusy = part.contains(document.activeElement);
  if (fresh && !isBusy && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
}

async function readPartsAgain() {
  if (!document.hidden) {
    readings--;
    await Promise.all([...parts].map(readAgain)).catch(() => {});
  }
  if (readings > 0) setTimeout(readPartsAgain, PAUSE_MILLISECONDS);
}

if (parts.length > 0) setTimeout(readPartsAgain, PAUSE_MILLISECONDS);

// The browser may keep the page for its Back button, which must not show the token again.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]')) secret.remove();
});
