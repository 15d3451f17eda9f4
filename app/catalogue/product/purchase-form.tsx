import { type ReactNode, useEffect, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { useSession } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { onFirstInteraction } from '#app/ui/on-first-interaction.ts';
import { PreloadPage } from '#app/ui/preload-link.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { showError } from '#app/ui/toast.tsx';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/cart.ts';
import { formatRupees } from '#domain/money.ts';
import type { ShownProduct } from './product-facts.ts';

type PurchaseFormProps = {
  product: ShownProduct;
  /** Adds this quantity to the cart and shows a toast; true when it is in the cart. */
  onAdd: (quantity: number) => Promise<boolean>;
  /** Rendered beside the button. */
  children: ReactNode;
};

/** Quantity and the button 'Add to Cart'. */
export function PurchaseForm({ product, onAdd, children }: PurchaseFormProps) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  const { write, busy } = useWrite({ tell: () => showError(UNREACHABLE) });
  const { status } = useSession();
  /**
   * Whether the visitor has interacted with the page, so that a guest may soon press the button and be sent to /auth.
   */
  const [interacted, setInteracted] = useState(false);
  useEffect(() => onFirstInteraction(() => setInteracted(true)), []);

  async function add() {
    if (await onAdd(quantity)) setQuantity(MIN_QUANTITY);
  }

  return (
    <div className="purchase-bar mt-6 flex items-center gap-2 xs:gap-3">
      <QuantityStepper
        label={`Quantity of ${product.name}`}
        value={quantity}
        min={MIN_QUANTITY}
        max={product.only_left ?? MAX_QUANTITY}
        onChange={setQuantity}
        disabled={!product.in_stock || busy}
      />
      <Button
        onClick={() => void write(add)}
        busy={busy && 'Adding...'}
        disabled={!product.in_stock}
        className="min-w-0 flex-1 text-bar max-lg:px-3 max-md:py-1 max-xs:px-1"
      >
        <span>
          {product.in_stock ? 'Add to Cart' : 'Out of stock'}
          {/* On a phone the bar is at the bottom of the window, where the price may not be visible. */}
          <span
            aria-hidden="true"
            className="block text-[0.9em] leading-tight font-medium md:hidden"
          >
            {formatRupees(product.price)}
          </span>
        </span>
      </Button>
      {children}
      {/* Preloads all its files together with its code: otherwise the form came 1 s later at 400 kbit/s. */}
      {(interacted || busy) && status === 'signed-out' && <PreloadPage page="/auth" />}
    </div>
  );
}
