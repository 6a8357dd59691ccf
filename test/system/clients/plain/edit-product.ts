// A product that a form edits: saved only on top of what was read, and once although answers are lost. Without any framework.
import { type Send, ServiceError } from '../owner-api.ts';
import {
  changes,
  type Draft,
  type FieldError,
  type Product,
  READ,
  type ReadData,
  UPDATE,
  type UpdateData,
} from '../product.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  /** By the names that the inputs have. */
  readonly errors?: readonly FieldError[];
  /** Whole seconds, with RATE_LIMITED. */
  readonly retryAfter?: number;
}

export interface State {
  /** What the form was opened with. */
  readonly base: Product | undefined;
  /** What it holds; the screen fills its fields when there is another one. */
  readonly draft: Draft | undefined;
  /** What a colleague has saved in between. */
  readonly theirs: Product | undefined;
  readonly failure: Failure | undefined;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
}

const NO_ANSWER: Failure = { code: 'UNAVAILABLE', message: 'No answer came. Save again: it is saved once.' };

const failureOf = (error: unknown): Failure =>
  error instanceof ServiceError ? { message: error.message, ...error.extensions } : NO_ANSWER;

/** `show` gets each state: it draws the screen, or sets a store. */
export function createEditor(send: Send, id: string, show: (state: State) => void) {
  let state: State = {
    base: undefined,
    draft: undefined,
    theirs: undefined,
    failure: undefined,
    isSaving: false,
    isSaved: false,
  };
  let key = crypto.randomUUID();

  function set(changed: Partial<State>): void {
    state = { ...state, ...changed };
    show(state);
  }

  const read = async () => (await send<ReadData>(READ, { id })).data.product ?? undefined;

  const open = () =>
    read().then(
      (base) => set({ base, draft: base, failure: undefined }),
      (error) => set({ failure: failureOf(error) }),
    );

  /** The key stays until the write is known to be done. */
  async function save(draft: Draft, onto = state.base): Promise<void> {
    if (!onto) return;
    set({ base: onto, draft, theirs: undefined, failure: undefined, isSaving: true, isSaved: false });
    try {
      const variables = { id, input: changes(onto, draft), ifRevision: onto.revision };
      const { updateProduct } = (await send<UpdateData>(UPDATE, variables, key)).data;
      const { success = false, errors = [], product } = updateProduct ?? {};
      if (!success)
        return set({ isSaving: false, failure: { code: 'VALIDATION_FAILED', message: 'Not saved', errors } });
      key = crypto.randomUUID();
      const base = product ?? onto;
      set({ isSaving: false, isSaved: true, base, draft: base });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'IDEMPOTENCY_KEY_REUSED') key = crypto.randomUUID();
      const theirs = failure.code === 'CONFLICT' ? await read().catch(() => undefined) : undefined;
      set({ isSaving: false, failure, theirs });
    }
  }

  return {
    open,
    save,
    /** Their other changes stay: what was changed here is put on top of theirs. */
    keepMine: (draft: Draft) =>
      state.base && state.theirs && save({ ...state.theirs, ...changes(state.base, draft) }, state.theirs),
    takeTheirs: () => set({ base: state.theirs, draft: state.theirs, theirs: undefined, failure: undefined }),
  };
}
