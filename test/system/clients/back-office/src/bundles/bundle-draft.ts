// What the bundle form holds, and what of it the service is told.
import type { CreateBundleInput } from '../generated/graphql.ts';

export interface ItemDraft {
  /** Tells lines apart while some are removed. */
  readonly key: string;
  readonly adId: string;
  readonly quantity: string;
}

export interface BundleDraft {
  readonly title: string;
  readonly rent: string;
  readonly items: readonly ItemDraft[];
}

export const newItem = (): ItemDraft => ({ key: crypto.randomUUID(), adId: '', quantity: '1' });

export const newBundle = (): BundleDraft => ({ title: '', rent: '', items: [newItem()] });

/** Without a rent the service adds up those of the items. */
export const inputOf = ({ title, rent, items }: BundleDraft): CreateBundleInput => ({
  title,
  rent: rent ? Number(rent) : null,
  items: items.map(({ adId, quantity }) => ({ adId, quantity: Number(quantity) })),
});
