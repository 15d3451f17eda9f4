import * as z from 'zod/mini';
import { browserStorage, tabStorage } from '#app/shell/document/web-storage.ts';
import { userId } from '#app/shell/session/user-id.ts';
import { Draft } from './draft.ts';

/** What was typed, what it was typed over, and the idempotency key of a new product. */
const StoredDraft = z.object({
  base: Draft,
  version: z.number(),
  draft: Draft,
  key: z.string(),
  /** Whether this tab has sent a new product with that key, and may have missed the answer. */
  sent: z._default(z.boolean(), false),
});
export type StoredDraft = z.infer<typeof StoredDraft>;

/** Stands for the id of a product that is not there yet. */
export const NEW = 'new';

const keyOf = (id: string) => `admin-product:${userId()}:${id}`;

type Store = ReturnType<typeof browserStorage>;

/**
 * Keeps what is typed in this browser until it is saved: the network may drop and the tab may close. Each tab has its
 * own new product; the browser has the one that was typed last, for the case that its tab is closed.
 */
export function saveDraft(id: string, kept: StoredDraft): void {
  for (const store of id === NEW ? [tabStorage(), browserStorage()] : [browserStorage()]) {
    try {
      store.setItem(keyOf(id), JSON.stringify(kept));
    } catch {} // full, or denied: then only this tab has it
  }
}

/** What was typed and never saved: in this tab, or else in any. */
export function loadDraft(id: string): StoredDraft | null {
  const own = id === NEW ? read(tabStorage(), id) : null;
  if (own) return own;
  const other = read(browserStorage(), id);
  return other && { ...other, sent: false };
}

/** `key`: another tab's new product stays. */
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
