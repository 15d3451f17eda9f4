import type { NavigateFunction } from 'react-router';
import { session } from '#app/shell/session.ts';
import { showToast } from '#app/ui/toast.tsx';

/** A shopper who has clicked waits this long for the session to be known. */
const PATIENCE_MS = 8_000;

type Adding = { productId: string; quantity: number; navigate: NavigateFunction };

/**
 * 'Add to Cart' from any page; true when the item is in the cart. Signed-out visitors are told to sign in and
 * brought to /auth, and have downloaded no auth client and no data layer for it: those come with a session.
 */
export async function addToCart({ productId, quantity, navigate }: Adding): Promise<boolean> {
  const { status } = await session.settled(PATIENCE_MS);
  if (status === 'signed-out' || status === 'factor-due') return askToSignIn(navigate);

  try {
    // A session that is still being looked up goes on to where a dead connection has its sentence.
    const { putInCart } = await import('./put-in-cart.ts');
    await putInCart({ product_id: productId, quantity });
  } catch (error) {
    const { isRefused, messageOf } = await import('#app/shell/failure.ts');
    if (isRefused(error, 'not_signed_in')) return askToSignIn(navigate);
    showToast({ title: 'Error', description: messageOf(error), tone: 'destructive' });
    return false;
  }
  showToast({
    title: 'Added to cart',
    description: 'Item has been added to your cart.',
    action: { label: 'View cart', to: '/cart' },
  });
  return true;
}

function askToSignIn(navigate: NavigateFunction): false {
  showToast({
    title: 'Sign in required',
    description: 'Please sign in to add items to cart',
    tone: 'destructive',
  });
  void navigate('/auth');
  return false;
}
