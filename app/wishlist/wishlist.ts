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

function listen(listener: () => void): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key !== KEY && event.key !== null) return;
    known = undefined;
    listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
