import { TruckIcon } from '#app/ui/icons/truck.tsx';
import { formatPaise, type Paise } from '#domain/money.ts';
import { FREE_SHIPPING_OVER, missingToFreeShipping } from '#domain/shipping.ts';

/**
 * Shows how much is missing until free shipping. Smaller orders are not charged either, and the text says so: nobody
 * should buy more to save nothing (decision 063).
 */
export function FreeShipping({ total }: { total: Paise }) {
  const missing = missingToFreeShipping(total);
  return (
    <div className="rounded-md bg-surface-muted px-4 py-3 sm:px-5">
      <div className="flex items-center gap-3">
        <span className="text-primary">
          <TruckIcon />
        </span>
        <p className="flex flex-1 flex-wrap justify-between gap-x-3 text-sm text-foreground">
          <strong>{missing > 0 ? 'Free shipping over ₹999' : 'Your order ships free'}</strong>
          {missing > 0 && <span>{formatPaise(missing)} to go</span>}
        </p>
      </div>
      <div aria-hidden="true" className="my-2 h-1.5 overflow-hidden rounded-full bg-surface-accent">
        <div
          className="h-full origin-left rounded-full bg-primary transition-transform duration-300"
          style={{ transform: `scaleX(${1 - missing / FREE_SHIPPING_OVER})` }}
        />
      </div>
      <p className="text-sm text-muted">
        {missing > 0
          ? 'On smaller orders we may charge for it; today we do not.'
          : 'Every order over ₹999 does.'}
      </p>
    </div>
  );
}
