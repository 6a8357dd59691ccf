// Enhances pages that work without scripts: copy buttons, forms sent only once, the numbers of the
// bar under the pointer, removal of a token when leaving the page.

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
      // Browsers only give secure origins access to the clipboard.
      if (source.select) source.select();
      else getSelection().selectAllChildren(source);
      result = 'Selected: press Ctrl+C';
    }
    for (const element of [button, status]) element.textContent = result;
    setTimeout(() => {
      button.innerHTML = label;
      status.textContent = '';
    }, 3000);
  });
}

// A second click must not replace the page that shows the first click's result.
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
    const says = (text) => () => readout.replaceChildren(text);
    bar.addEventListener('pointerenter', says(bar.dataset.text));
    bar.addEventListener('pointerleave', says(summary));
  }
}

// The browser may keep the page for its Back button, which must not show the token again.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]')) secret.remove();
});
