import * as z from 'zod/mini';
import { userId } from '#app/shell/session/user-id.ts';
import { browserStorage, tabStorage } from '#app/shell/web-storage.ts';
import { Draft } from './draft.ts';

/** A draft, the product it is based on, and the idempotency key of a new product. */
const StoredDraft = z.object({
  base: Draft,
  version: z.number(),
  draft: Draft,
  key: z.string(),
  /** Whether this tab has sent a new product with that key and may have missed the answer. */
  sent: z._default(z.boolean(), false),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** The draft id of a product that does not exist yet. */
export const NEW = 'new';

const keyOf = (id: string) => `admin-product:${userId()}:${id}`;

type Store = ReturnType<typeof browserStorage>;

/**
 * Stores a draft in this browser until it is saved, because the network may drop and the tab may be closed. Each tab has
 * its own new product; the browser stores the one that was typed last, in case its tab is closed.
 */
export function saveDraft(id: string, kept: StoredDraft): void {
  for (const store of id === NEW ? [tabStorage(), browserStorage()] : [browserStorage()]) {
    store.setItem(keyOf(id), JSON.stringify(kept));
  }
}

/** The stored draft of this tab, else of any tab. */
export function loadDraft(id: string): StoredDraft | null {
  const own = id === NEW ? read(tabStorage(), id) : null;
  if (own) return own;
  const other = read(browserStorage(), id);
  return other && { ...other, sent: false };
}

/** Removes a draft. With `key`, another tab's new product stays. */
export function forgetDraft(id: string, key: string): void {
  tabStorage().removeItem(keyOf(id));
  const store = browserStorage();
  if (id !== NEW || read(store, id)?.key === key) store.removeItem(keyOf(id));
}

function read(store: Store, id: string): StoredDraft | null {
  const kept = store.getItem(keyOf(id));
  if (kept === null) return null;
  try {
    return z.safeParse(StoredDraft, JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}
