import { useSyncExternalStore } from 'react';
import { browserStorage } from '#app/shell/web-storage.ts';
import { Icon } from '#app/ui/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';

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

/** Adds a product to this browser's wishlist, or removes it. */
export function HeartButton({ productId, name }: { productId: string; name: string }) {
  const wished = useWishlist().includes(productId);

  function toggle() {
    showToast(
      toggleWish(productId)
        ? {
            title: 'Saved for later',
            description: `${name} is on your wishlist.`,
            action: { label: 'View wishlist', to: '/shop#wishlist' },
          }
        : { title: 'Removed from your wishlist', description: `${name} is no longer on it.` },
    );
  }

  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label="Save to wishlist"
      onClick={toggle}
      className="grid size-12 shrink-0 place-items-center rounded-full border border-border-strong bg-surface text-wishlist transition-colors hover:border-wishlist aria-pressed:border-wishlist aria-pressed:[&_path]:fill-current"
    >
      <Icon name="heart" />
    </button>
  );
}

type WishlistFilterProps = { on: boolean; onChange: (on: boolean) => void };

/** Shows the wishlist in place of the shop's list; hidden while the wishlist is empty. */
export function WishlistFilter({ on, onChange }: WishlistFilterProps) {
  const count = useWishlist().length;
  if (count === 0) return null;
  return (
    <button
      id="wishlist"
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className="inline-flex min-h-11 items-center gap-2 rounded-full border border-border-strong px-4 text-sm font-semibold text-foreground hover:border-wishlist aria-pressed:border-wishlist aria-pressed:bg-surface-accent [&_svg]:text-wishlist aria-pressed:[&_path]:fill-current"
    >
      <Icon name="heart" />
      Wishlist ({count})
    </button>
  );
}
