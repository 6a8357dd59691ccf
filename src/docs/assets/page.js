// Adds a copy button to every block of code; folds the contents on small screens.
if (window.matchMedia('(max-width: 860px)').matches) document.querySelector('.contents details').open = false;

for (const figure of document.querySelectorAll('figure.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  if (navigator.clipboard) figure.querySelector('figcaption').append(button);
}
