// The screen: it draws each state of the editor. The token is kept in memory alone: a reload asks again.
import { createSend } from '../owner-api.ts';
import type { Draft } from '../product.ts';
import { createEditor, type State } from './edit-product.ts';

const part = <Part extends HTMLElement>(selector: string) => document.querySelector(selector) as Part;
const signIn = part<HTMLFormElement>('#sign-in');
const token = part<HTMLInputElement>('#token');
const form = part<HTMLFormElement>('#product');
const button = part('#product button');
const conflict = part('#conflict');
const fields = [...form.querySelectorAll('input')];

let accepted = '';
let shown: Draft | undefined;
let until = 0;
let isSaving = false;

const id = new URLSearchParams(location.search).get('product') ?? '';
const editor = createEditor(
  createSend(import.meta.env.VITE_GRAPHQL_URL, () => accepted),
  id,
  draw,
);

function draw({ draft, theirs, failure, ...state }: State): void {
  if (draft && draft !== shown) for (const field of fields) field.value = String(draft[field.name as keyof Draft]);
  shown = draft;
  for (const field of fields) {
    const error = failure?.errors?.find((one) => one.field === field.name);
    field.setAttribute('aria-invalid', String(error !== undefined));
    part(`#${field.name}-error`).textContent = error?.message ?? '';
  }
  isSaving = state.isSaving;
  until = Date.now() + 1000 * (failure?.retryAfter ?? 0);
  const isRefused = failure?.code === 'AUTH_INVALID_TOKEN';
  signIn.hidden = accepted !== '' && !isRefused;
  part('#screen').hidden = !signIn.hidden;
  form.hidden = !draft;
  conflict.hidden = !theirs;
  if (theirs)
    part('#conflict p').textContent = `Theirs: ${theirs.title}, rent ${theirs.rent}, quantity ${theirs.quantity}`;
  part('[role=alert]').textContent = failure?.message ?? '';
  part('[role=status]').textContent = state.isSaved ? 'The product is saved.' : '';
  count();
  if (failure?.errors) part('[aria-invalid=true]')?.focus();
}

function count(): void {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  button.textContent = seconds > 0 ? `Save in ${seconds} s` : 'Save';
  button.ariaDisabled = String(isSaving || seconds > 0);
}
setInterval(count, 250);

const typed = (): Draft => {
  const { title = '', rent, quantity } = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return { title, rent: Number(rent), quantity: Number(quantity) };
};

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  accepted = token.value;
  token.value = '';
  signIn.hidden = true;
  part('#screen').hidden = false;
  if (!shown) editor.open();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (button.ariaDisabled === 'false') editor.save(typed());
});
part('#mine').addEventListener('click', () => editor.keepMine(typed()));
part('#theirs').addEventListener('click', () => editor.takeTheirs());
