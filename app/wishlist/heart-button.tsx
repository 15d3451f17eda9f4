import { Icon } from '#app/ui/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { toggleWish, useWishlist } from './wishlist.ts';

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
