import { Icon } from '#app/ui/icon.tsx';
import { useWishlist } from './wishlist.ts';

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
