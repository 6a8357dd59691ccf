// Leads an address of the time when all guides were one page, such as /docs#compression, on to the page of the guide.
function leadOn() {
  const anchor = location.hash.slice(1);
  const guide = document.getElementById(anchor)?.closest('[data-page]');
  if (guide) location.replace(guide.id === anchor ? guide.dataset.page : `${guide.dataset.page}#${anchor}`);
}

leadOn();
window.addEventListener('hashchange', leadOn);
