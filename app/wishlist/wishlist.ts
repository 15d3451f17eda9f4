import { useSyncExternalStore } from 'react';

/** The ids of the products on this browser's wishlist, oldest first. */
export type Wishlist = readonly string[];

const KEY = 'wishlist';
const NONE: Wishlist = [];

let known: Wishlist | undefined;
const listeners = new Set<() => void>();

/** The wishlist; empty on the server and during hydration. */
export function useWishlist(): Wishlist {
  return useSyncExternalStore(listen, read, () => NONE);
}

/** Adds a product or removes it; returns whether it is on the list now. */
export function toggleWish(productId: string): boolean {
  const wished = !read().includes(productId);
  known = wished ? [...read(), productId] : read().filter((id) => id !== productId);
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Storage is denied: the list lasts as long as the page.
  }
  for (const listener of listeners) listener();
  return wished;
}

function read(): Wishlist {
  known ??= stored();
  return known;
}

/** Validates the stored value, which an older version of the page may have written. */
function stored(): Wishlist {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : NONE;
  } catch {
    return NONE;
  }
}

let followsOtherTabs = false;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  if (!followsOtherTabs) followOtherTabs();
  followsOtherTabs = true;
  return () => listeners.delete(listener);
}

/** For as long as the page lives: a page without hearts passes the list on to the next one. */
function followOtherTabs() {
  const readAgain = () => {
    known = undefined;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', ({ key }) => (key === KEY || key === null) && readAgain());
  // In the back/forward cache it is not told what other tabs do.
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain());
}
