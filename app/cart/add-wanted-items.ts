import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { showToast, type ToastMessage } from '#app/ui/toast-store.ts';
import { addCartItem } from './cart.ts';
import { describeProblem } from './item-problem.tsx';
import { type WantedItem, wantedItems } from './wanted-items.ts';

const LOCK = 'wanted-items';

const VIEW_CART = { label: 'View cart', to: '/cart' } as const;

/**
 * Adds the items that a guest wanted before signing in to the cart of the signed-in shopper, and reports the result.
 * Each item is removed from storage right before it is sent: after a lost response or a reload it must not be added
 * twice. A lock is held until all responses have arrived, because another tab may read the former state of the storage
 * for a moment.
 */
export async function addWantedItems(): Promise<void> {
  // The Web Locks API exists only on secure pages.
  if ('locks' in navigator) await navigator.locks.request(LOCK, addAll);
  else await addAll();
}

async function addAll() {
  let added = 0;
  const problems: Problem[] = [];
  const next = () => wantedItems.takeOne();
  for (let item = next(); item; item = next()) {
    const outcome = await add(item);
    if (outcome === 'waits') break;
    if (outcome === 'added') added += 1;
    else problems.push(outcome);
  }
  const message = messageAbout(added, problems);
  if (message) showToast(message);
}

/** Why an item was not added as wanted, and a link that helps. */
type Problem = Required<Pick<ToastMessage, 'title' | 'description' | 'action'>>;

/** One message for all items, because each toast replaces the one before. */
function messageAbout(added: number, problems: readonly Problem[]): ToastMessage | null {
  const [first, ...others] = problems;
  if (first) {
    const sentences = new Set(problems.map(({ description }) => description));
    if (added > 0) sentences.add(othersAdded(added));
    return {
      tone: 'destructive',
      title: first.title,
      description: [...sentences].join(' '),
      action: added + others.length === 0 ? first.action : VIEW_CART,
    };
  }
  if (added === 0) return null;
  return {
    title: 'Added to cart',
    description:
      added === 1
        ? 'Item has been added to your cart.'
        : `${added} items have been added to your cart.`,
    action: VIEW_CART,
  };
}

function othersAdded(count: number): string {
  return count === 1
    ? 'The other item has been added to your cart.'
    : `The ${count} other items have been added to your cart.`;
}

/** Adds an item to the cart. 'waits': the session has ended, and the item stays stored. */
async function add(item: WantedItem): Promise<'added' | 'waits' | Problem> {
  try {
    const cartItem = await addCartItem(item);
    // The cart shows it too, with a button that helps.
    const shortage = describeProblem(cartItem);
    if (!shortage) return 'added';
    return {
      title: shortage.label,
      description: `${cartItem.product_name}: ${shortage.text}`,
      action: VIEW_CART,
    };
  } catch (error) {
    // The session has ended: the item stays stored for the next one.
    if (hasErrorCode(error, 'not_signed_in')) {
      wantedItems.remember(item);
      return 'waits';
    }
    if (hasErrorCode(error, 'product_not_found')) {
      return {
        title: 'No longer sold',
        description: 'We no longer sell the tea you chose. It is not in your cart.',
        action: { label: 'See other teas', to: '/shop' },
      };
    }
    return {
      title: 'Error',
      description: `${messageOf(error)} Your tea may not be in your cart.`,
      action: {
        label: 'Back to the product',
        to: `/product/${encodeURIComponent(item.product_id)}`,
      },
    };
  }
}
