import { loadAuth, session } from '#app/shell/session/session.ts';
import type { NavigateToPage } from '#app/ui/link.js';
import { showError, showToast } from '#app/ui/toast.tsx';
import { type WantedItem, wantedItems } from './wanted-items.ts';

/** How long a click waits for the session to load, in milliseconds. */
const TIMEOUT_MS = 8_000;

type AddToCartOptions = {
  productId: string;
  quantity: number;
  navigate: NavigateToPage;
  /** The path of the page with the button. */
  page: string;
};

/**
 * Adds an item to the cart, from any page; true when it is in the cart. Guests are told to sign in and redirected to
 * /auth, or get a link to it if they have navigated on meanwhile. Their item is stored and added after sign-in.
 */
export async function addToCart({
  productId,
  quantity,
  ...guest
}: AddToCartOptions): Promise<boolean> {
  const { status } = await session.whenLoaded(TIMEOUT_MS);
  const item = { product_id: productId, quantity };
  if (status === 'signed-out' || status === 'mfa-required') return askToSignIn(item, guest);

  try {
    // If the session is still loading, the request is sent anyway: without a network it fails with the right message.
    const { addCartItem } = await import('./cart.ts');
    await addCartItem(item);
  } catch (error) {
    const { hasErrorCode, messageOf } = await import('#app/shell/api/api-error.ts');
    if (hasErrorCode(error, 'not_signed_in')) return askToSignIn(item, guest);
    showError(messageOf(error));
    return false;
  }
  showToast({
    title: 'Added to cart',
    description: 'Item has been added to your cart.',
    action: { label: 'View cart', to: '/cart' },
  });
  return true;
}

async function askToSignIn(
  item: WantedItem,
  { navigate, page }: Pick<AddToCartOptions, 'navigate' | 'page'>,
): Promise<false> {
  wantedItems.remember(item);
  const isSamePage = window.location.pathname === page;
  showToast({
    title: 'Sign in required',
    description: 'Please sign in to add items to cart',
    tone: 'destructive',
    ...(!isSamePage && { action: { label: 'Sign In', to: '/auth' } }),
  });
  // The sign-in page tells them that the item is kept.
  if (isSamePage) await navigate('/auth', { state: { itemKept: true } });
  // After the form has rendered, while the shopper fills it in.
  setTimeout(preloadSignIn, 1_000);
  return false;
}

/**
 * Preloads the code for signing in and adding the items. Guests who add nothing download none of it. If it fails, the
 * next page tries again.
 */
function preloadSignIn() {
  loadAuth().catch(console.error);
  import('./add-wanted-items.ts').catch(() => {});
}
