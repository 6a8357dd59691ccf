// What scripts add to pages that work without them: copying, the numbers under the pointer, forgetting a token on leaving.

for (const button of document.querySelectorAll('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const status = document.querySelector('[data-copy-status]');
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener('click', async () => {
    let said = 'Copied';
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent);
    } catch {
      // Without a secure origin there is no clipboard: selected, the text is one key press away from it.
      if (source.select) source.select();
      else getSelection().selectAllChildren(source);
      said = 'Selected: press Ctrl+C';
    }
    button.textContent = said;
    status.textContent = said;
    setTimeout(() => {
      button.innerHTML = label;
      status.textContent = '';
    }, 3000);
  });
}

for (const figure of document.querySelectorAll('.figure')) {
  const readout = figure.querySelector('[data-readout]');
  const summary = readout.textContent;
  for (const bar of figure.querySelectorAll('.bar')) {
    bar.querySelector('title').remove();
    bar.addEventListener('pointerenter', () => {
      readout.textContent = bar.dataset.text;
    });
    bar.addEventListener('pointerleave', () => {
      readout.textContent = summary;
    });
  }
}

// A page that the browser keeps for its Back button must not bring the token back.
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-secret]')) secret.remove();
});
