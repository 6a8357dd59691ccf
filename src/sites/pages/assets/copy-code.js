// Adds a button to each code block that copies its visible text.
function addCopyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const shown = [...block.querySelectorAll('pre')].find(
      (pre) => pre.getClientRects().length > 0,
    );
    await navigator.clipboard.writeText(shown.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.querySelector('.head').append(button);
}

if (navigator.clipboard)
  for (const block of document.querySelectorAll('.block:has(pre)')) addCopyButton(block);
