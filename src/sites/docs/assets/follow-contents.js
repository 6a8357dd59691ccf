// Opens the list of contents where it stands beside the text, and marks in it the section that is read.
const beside = matchMedia('(min-width: 861px)');
for (const list of document.querySelectorAll('.contents')) {
  const open = () => {
    list.querySelector('details').open = beside.matches;
  };
  open();
  beside.addEventListener('change', open);
  const links = [...list.querySelectorAll('a[href^="#"]')];
  const places = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  /** Where a section begins to be read, in pixels below the top of the window. */
  const LINE = 160;

  const mark = () => {
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const passed = places.findLastIndex((place) => place?.getBoundingClientRect().top < LINE);
    const current = links[isAtEnd && window.scrollY > 0 ? links.length - 1 : passed];
    if (current?.ariaCurrent) return;
    for (const link of links) link.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'location');
    const { offsetTop = 0, offsetHeight = 0 } = current ?? {};
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop - list.clientHeight / 2;
  };

  const observer = new IntersectionObserver(mark, { rootMargin: `-${LINE}px 0px 0px 0px` });
  for (const place of [...places, document.querySelector('.turn')]) if (place) observer.observe(place);
}
