// Keeps the chosen surface and language of the examples.
/** The choices of the page, each with the key under which the browser keeps it. */
const CHOICES = [
  { group: '.choice-of-language', key: 'docs-language' },
  { group: '.choice-of-surface', key: 'docs-surface' },
];

/** A browser can refuse its storage; the choice then lasts as long as the page. */
function stored(access) {
  try {
    return access(window.localStorage);
  } catch {
    return null;
  }
}

function choose(group, value) {
  for (const option of document.querySelectorAll(`${group} [value="${value}"]`)) option.checked = true;
}

for (const { group, key } of CHOICES) {
  const remembered = stored((storage) => storage.getItem(key));
  if (/^\w+$/.test(remembered)) choose(group, remembered);
}

document.addEventListener('change', ({ target }) => {
  const choice = CHOICES.find(({ group }) => target.closest(group));
  if (!choice) return;
  // Examples above the chosen one change their height: the chosen one stays where it is.
  const before = target.getBoundingClientRect().top;
  choose(choice.group, target.value);
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  stored((storage) => storage.setItem(choice.key, target.value));
});
