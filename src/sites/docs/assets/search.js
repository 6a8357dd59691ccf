// The search results below the field while typing, the first of which Enter opens; the index is loaded on first focus.
const form = document.querySelector('form.search');
const field = form.elements.namedItem('q');
const [panel, status, list] = ['.results', '.results p', '.results ul'].map((selector) =>
  form.querySelector(selector),
);
const MAX_SHOWN = 50;

let ranking;

/** A failed load is retried at the next letter. */
function load() {
  const { rank, index } = form.dataset;
  ranking ??= Promise.all([import(rank), fetch(index).then((response) => response.json())])
    .then(([{ default: MiniSearch, createRanking }, entries]) =>
      createRanking(MiniSearch, entries),
    )
    .catch(() => {
      ranking = undefined;
    });
  return ranking;
}

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const linkTo = (href, ...children) => element('li', {}, element('a', { href }, ...children));

/** A part of a page names its page: `429 – Create a product`. */
function entryOf({ title, heading, text, path }) {
  const [place, ofPage] = path.includes('#') ? heading.split(' · ') : [heading];
  return linkTo(
    path,
    element('strong', {}, ofPage ? `${title} – ${ofPage}` : title),
    ' ',
    element('span', { className: 'place' }, place),
    ...(text ? [element('span', { className: 'excerpt' }, text)] : []),
  );
}

/** A button that searches for the correct words. */
function corrected(words) {
  const textContent = `Did you mean “${words}”?`;
  const button = element('button', { type: 'button', textContent });
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    field.value = words;
    field.focus();
    show();
  });
  return element('li', {}, button);
}

async function show() {
  const query = field.value;
  const rank = await load();
  if (!rank || query !== field.value) return;
  const { total, results, suggestion, isPartial } = rank(query, MAX_SHOWN);
  list.replaceChildren(
    ...(suggestion ? [corrected(suggestion)] : []),
    ...results.map(entryOf),
  );
  const counted =
    total === 0 ? 'Nothing found' : `${total} ${total === 1 ? 'result' : 'results'}`;
  status.textContent = isPartial && total > 0 ? `${counted} with some of the words` : counted;
  panel.hidden = query.trim() === '';
}

const close = () => {
  panel.hidden = true;
};

/** Up and down move through the field and the links, and stop at both ends. */
function move(step) {
  const stops = [field, ...list.querySelectorAll('a, button')];
  stops[stops.indexOf(document.activeElement) + step]?.focus();
}

field.addEventListener('focus', load);
field.addEventListener('input', show);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  await show();
  list.querySelector('a')?.click();
});
list.addEventListener('click', close);
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close();
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (form.contains(target) && key === 'Escape' && !panel.hidden) {
    field.focus();
    close();
  } else if (form.contains(target) && step) {
    if (panel.hidden) show();
    else move(step);
  } else {
    const isTyping = target.closest?.('input, textarea, select, [contenteditable]');
    if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    field.focus();
    field.select();
  }
  event.preventDefault();
});
