import { useSyncExternalStore } from 'react';
import { browserStorage } from '#app/shell/web-storage.ts';

/** The ids of the products on this browser's wishlist, oldest first. */
export type Wishlist = readonly string[];

const KEY = 'wishlist';
const EMPTY: Wishlist = [];

let cached: Wishlist | undefined;
const listeners = new Set<() => void>();

/** The wishlist; empty on the server and during hydration. */
export function useWishlist(): Wishlist {
  return useSyncExternalStore(subscribe, read, () => EMPTY);
}

/** Adds a product or removes it; returns whether it is on the list now. */
export function toggleWish(productId: string): boolean {
  const wished = !read().includes(productId);
  cached = wished ? [...read(), productId] : read().filter((id) => id !== productId);
  browserStorage().setItem(KEY, JSON.stringify(cached));
  for (const listener of listeners) listener();
  return wished;
}

function read(): Wishlist {
  cached ??= readStorage();
  return cached;
}

/** Validates the stored value, which an older version of the page may have written. */
function readStorage(): Wishlist {
  try {
    const kept: unknown = JSON.parse(browserStorage().getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : EMPTY;
  } catch {
    return EMPTY;
  }
}

let followsOtherTabs = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!followsOtherTabs) followOtherTabs();
  followsOtherTabs = true;
  return () => listeners.delete(listener);
}

/** The listeners stay as long as the document: `cached` outlives the components that show the list. */
function followOtherTabs() {
  const readAgain = () => {
    cached = undefined;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', ({ key }) => (key === KEY || key === null) && readAgain());
  // A page in the back/forward cache gets no `storage` events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain());
}
