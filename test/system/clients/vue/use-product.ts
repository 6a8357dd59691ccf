// A product that a form edits: saved only on top of what was read, and once although answers are lost.
import { useMutation, useQuery } from 'villus';
import { ref, watch } from 'vue';
import { changes, type Draft, type Product, READ, type ReadData, UPDATE, type UpdateData } from '../product.ts';
import { type Failure, failureOf } from './failure.ts';

export function useProduct(id: string) {
  const base = ref<Product>();
  const draft = ref<Draft>();
  /** What a colleague has saved in between. */
  const theirs = ref<Product>();
  const failure = ref<Failure>();
  const isSaved = ref(false);
  let key = crypto.randomUUID();

  const context = () => ({ headers: { 'Idempotency-Key': key } });
  const { execute, isFetching: isSaving } = useMutation<UpdateData>(UPDATE, { context });
  const query = useQuery<ReadData>({ query: READ, variables: { id } });
  watch(query.data, (found) => !draft.value && found?.product && edit(found.product));
  watch(query.error, (found) => found && fail(failureOf(found)));

  function edit(product: Product, fields: Draft = product): void {
    base.value = product;
    draft.value = { ...fields };
    theirs.value = undefined;
    failure.value = undefined;
  }

  async function fail(found: Failure): Promise<void> {
    failure.value = found;
    if (found.code === 'IDEMPOTENCY_KEY_REUSED') key = crypto.randomUUID();
    if (found.code === 'CONFLICT') theirs.value = (await query.execute()).data?.product ?? undefined;
  }

  /** The key stays until the write is known to be done. */
  async function save(): Promise<void> {
    if (!base.value || !draft.value) return;
    isSaved.value = false;
    const input = changes(base.value, draft.value);
    const { data, error } = await execute({ id, input, ifRevision: base.value.revision });
    if (error && !data?.updateProduct) return fail(failureOf(error));
    const { success = false, errors = [], product } = data?.updateProduct ?? {};
    if (!success) return fail({ code: 'VALIDATION_FAILED', message: 'Not saved', errors });
    key = crypto.randomUUID();
    if (product) edit(product);
    isSaved.value = true;
  }

  /** Their other changes stay: what was changed here is put on top of theirs. */
  function keepMine(): Promise<void> | undefined {
    if (!base.value || !draft.value || !theirs.value) return undefined;
    edit(theirs.value, { ...theirs.value, ...changes(base.value, draft.value) });
    return save();
  }

  const takeTheirs = () => theirs.value && edit(theirs.value);

  return { draft, theirs, failure, isSaving, isSaved, read: query.execute, save, keepMine, takeTheirs };
}
