import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { Product } from '#contract/catalogue.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#domain/cart.ts';

/** How many, and into the cart. */
export function PurchaseForm({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();

  async function add() {
    setBusy(true);
    try {
      // Downloaded with the first click: most visits to a product end without one.
      const { addToCart } = await import('#app/cart/add-to-cart.ts');
      const added = await addToCart({ productId: product.id, quantity, navigate });
      if (added) setQuantity(MIN_QUANTITY);
    } catch {
      showToast({
        title: 'Error',
        description: 'The shop cannot be reached. Please check your connection and try again.',
        tone: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="purchase-bar mt-6 flex items-center gap-3">
      <QuantityStepper
        label={`Quantity of ${product.name}`}
        value={quantity}
        min={MIN_QUANTITY}
        max={product.only_left ?? MAX_QUANTITY}
        onChange={setQuantity}
        disabled={!product.in_stock || busy}
      />
      <Button
        onClick={add}
        busy={busy && 'Adding...'}
        disabled={!product.in_stock}
        className="flex-1"
      >
        {product.in_stock ? 'Add to Cart' : 'Out of stock'}
      </Button>
    </div>
  );
}
