// Adds a copy button to every block of code, and keeps the chosen language of the examples.
for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const shown = [...figure.querySelectorAll('pre')].find((pre) => pre.getClientRects().length > 0);
    await navigator.clipboard.writeText(shown.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  if (navigator.clipboard) figure.querySelector('figcaption').append(button);
}

const LANGUAGE = 'docs-language';

/** A browser can refuse its storage; the choice then lasts as long as the page. */
function stored(access) {
  try {
    return access(window.localStorage);
  } catch {
    return null;
  }
}

function chooseLanguage(language) {
  for (const choice of document.querySelectorAll('.tabs input')) choice.checked = choice.value === language;
}

const remembered = stored((storage) => storage.getItem(LANGUAGE));
if ([...document.querySelectorAll('.tabs input')].some(({ value }) => value === remembered)) chooseLanguage(remembered);

document.addEventListener('change', ({ target }) => {
  if (!target.closest('.tabs')) return;
  // Examples above the chosen one change their height: the chosen one stays where it is.
  const before = target.getBoundingClientRect().top;
  chooseLanguage(target.value);
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  stored((storage) => storage.setItem(LANGUAGE, target.value));
});
