// The field of the token: kept for the tab in sessionStorage, shown on request, with a note on its state below it.
const STORED = 'api-token';

const field = document.querySelector('#token');
const show = document.querySelector('#token-show');
const note = document.querySelector('#token-note');
const missing = [...note.childNodes];

const say = (isProblem, ...parts) => {
  note.replaceChildren(...parts);
  note.classList.toggle('problem', isProblem);
  field.setAttribute('aria-invalid', String(isProblem));
};

/** The token of a text that was pasted, in which `Bearer` and white space may be in front. */
const value = () => field.value.trim().replace(/^Bearer\s+/i, '');

const noteState = () => {
  if (value() === '') say(false, ...missing);
  else say(false, 'Sent with each request. This tab keeps it until it is closed.');
};

field.value = sessionStorage.getItem(STORED) ?? '';
noteState();

field.addEventListener('input', () => {
  sessionStorage.setItem(STORED, field.value);
  noteState();
});

document.querySelector('#token-form').addEventListener('submit', (event) => event.preventDefault());

show.addEventListener('click', () => {
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  show.setAttribute('aria-pressed', String(!isShown));
});

globalThis.apiToken = {
  value,
  /** Notes a problem with the token and leads to the field. */
  report(text) {
    say(true, text);
    field.focus();
  },
  noteState,
};
