import type { NavigateFunction } from 'react-router';
import { loadAuth, session } from '#app/shell/session/session.ts';
import { showToast } from '#app/ui/toast.tsx';
import { type WantedItem, wantedItems } from './wanted-items.ts';

/** A shopper who has clicked waits this long for the session to be known. */
const PATIENCE_MS = 8_000;

type Adding = { productId: string; quantity: number; navigate: NavigateFunction };

/**
 * 'Add to Cart' from any page; true when the item is in the cart. Signed-out visitors are told to sign in and brought
 * to /auth; the item is remembered and added when they have (decision 061).
 */
export async function addToCart({ productId, quantity, navigate }: Adding): Promise<boolean> {
  const { status } = await session.settled(PATIENCE_MS);
  const item = { product_id: productId, quantity };
  if (status === 'signed-out' || status === 'factor-due') return askToSignIn(item, navigate);

  try {
    // A session that is still being looked up goes on to where a dead connection has its sentence.
    const { putInCart } = await import('./put-in-cart.ts');
    await putInCart(item);
  } catch (error) {
    const { isRefused, messageOf } = await import('#app/shell/api/failure.ts');
    if (isRefused(error, 'not_signed_in')) return askToSignIn(item, navigate);
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

async function askToSignIn(item: WantedItem, navigate: NavigateFunction): Promise<false> {
  wantedItems.remember(item, Date.now());
  showToast({
    title: 'Sign in required',
    description: 'Please sign in to add items to cart',
    tone: 'destructive',
  });
  await navigate('/auth');
  // While the form is filled in, and not while it is being drawn.
  setTimeout(loadWhatSignsIn, 1_000);
  return false;
}

/** What opens the account and fills its cart. A visitor who wants nothing downloads none of it. */
function loadWhatSignsIn() {
  loadAuth().catch(console.error);
  // Without it the account is still one link away, and the next page tries again.
  import('#app/shell/header/signed-in-links.tsx').catch(() => {});
  import('./add-wanted-items.ts').catch(() => {});
}
