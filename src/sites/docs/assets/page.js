// The contents list and the chosen API of the examples.
const contents = document.querySelector('.contents');
const links = [...(contents?.querySelectorAll('a[href^="#"]') ?? [])];
const places = links.map(({ hash }) => document.getElementById(hash.slice(1)));
/** Where a section counts as being read, in pixels below the top of the window. */
const LINE = 160;

/** Highlights the section being read in the contents list. */
function mark() {
  const isAtEnd =
    window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const passed = places.findLastIndex((place) => place?.getBoundingClientRect().top < LINE);
  const current = links[isAtEnd && window.scrollY > 0 ? links.length - 1 : passed];
  if (current?.ariaCurrent) return;
  for (const link of links) link.removeAttribute('aria-current');
  current?.setAttribute('aria-current', 'location');
  const { offsetTop = 0, offsetHeight = 0 } = current ?? {};
  if (
    offsetTop < contents.scrollTop ||
    offsetTop + offsetHeight > contents.scrollTop + contents.clientHeight
  )
    contents.scrollTop = offsetTop - contents.clientHeight / 2;
}

if (contents) {
  const beside = matchMedia('(min-width: 861px)');
  const open = () => {
    contents.querySelector('details').open = beside.matches;
  };
  open();
  beside.addEventListener('change', open);
  const observer = new IntersectionObserver(mark, { rootMargin: `-${LINE}px 0px 0px 0px` });
  for (const place of places) if (place) observer.observe(place);
}

/** A browser can deny storage; the choice then lasts as long as the page. */
function stored(access) {
  try {
    return access(window.localStorage);
  } catch {
    return null;
  }
}

function choose(surface) {
  for (const option of document.querySelectorAll(`.choice-of-surface [value="${surface}"]`))
    option.checked = true;
}

const remembered = stored((storage) => storage.getItem('docs-surface'));
if (/^\w+$/.test(remembered)) choose(remembered);

document.addEventListener('change', ({ target }) => {
  if (!target.closest('.choice-of-surface')) return;
  // Examples above the chosen one change height; this keeps the chosen one in place.
  const before = target.getBoundingClientRect().top;
  choose(target.value);
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  stored((storage) => storage.setItem('docs-surface', target.value));
});
