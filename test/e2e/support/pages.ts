import { expect, type Locator, type Page, test } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import type { SignedInShopper } from './shop.ts';

/** Milliseconds that one page may take on a machine that is busy with twenty others. */
const PAGE_MS = 60_000;

/** Checks a rule of the page; where it is broken the walk goes on, and names page and rule at its end. */
export type Rule = (rule: string, check: () => Promise<unknown>) => Promise<void>;

/**
 * Runs the check for each of these, to the end also where one fails. Then fails with the name of each that did not pass,
 * and why.
 */
export async function forEach<Name extends string>(
  names: readonly Name[],
  check: (name: Name, rule: Rule) => Promise<void>,
): Promise<void> {
  test.setTimeout(test.info().timeout + names.length * PAGE_MS);
  const faults: string[] = [];
  const collect = (title: string, step: () => Promise<unknown>) =>
    test
      .step(title, step)
      .then(() => {})
      .catch((error) => {
        faults.push(`${title}: ${error instanceof Error ? error.message : error}`);
      });
  for (const name of names)
    await collect(name, () => check(name, (rule, step) => collect(`${name}, ${rule}`, step)));
  expect(faults.join('\n\n'), 'every page passes').toBe('');
}

/** Paths of `app/routes.ts` that everybody may open, each with the text that shows that the page is complete. */
export const OPEN: Record<string, string | RegExp> = {
  '/': 'Blue by nature, calm by the cup',
  '/shop': 'Our Tea Collection',
  '/product/1': 'Dried Aparajita Flowers',
  '/about': 'Our Story',
  '/contact': 'Get in touch',
  '/contact/sent': /./,
  '/newsletter/requested': /./,
  '/newsletter/expired': /./,
  '/newsletter/confirmed': /./,
  '/shipping-info': 'Shipping Info',
  '/returns': 'Returns',
  '/faq': 'Frequently asked questions',
  '/terms': 'Terms & Conditions',
  '/privacy-policy': 'Privacy Policy',
  '/offline': 'You are offline',
  '/auth': /./,
  '/forgot-password': /./,
  '/reset-password': /./,
  '/undo-second-step': 'This link has expired',
  '/undo-second-step?token_hash=of-no-use': 'Was this not you?',
  '/newsletter/confirm?token=of-no-use': /./,
  '/cash-order/confirm?token=of-no-use': 'This link has ended',
  '/nowhere': '404',
};

/** Paths that need a session, each with the text that shows that the page is complete. */
export const GUARDED: Record<string, string | RegExp> = {
  '/cart': /Cart/,
  '/checkout': /Checkout/,
  '/account/profile': 'My Account',
  '/account/addresses': 'My Account',
  '/account/orders': 'My Account',
  '/account/security': 'My Account',
};

/** Pages that show a skeleton until this request is answered. */
export const SKELETONS: Record<string, string> = {
  '/cart': '**/api/cart',
  '/checkout': '**/api/checkout/terms',
  '/account/profile': '**/api/profile',
  '/account/addresses': '**/api/addresses',
  '/account/orders': '**/api/orders*',
  '/account/orders/next': '**/api/orders/next',
  '/account/security': '**/auth/v1/user',
};

/** The screens for staff, as the owner opens them. */
export const adminScreens = (orderId: string): string[] => [
  '/admin',
  '/admin/orders',
  `/admin/orders/${orderId}`,
  '/admin/products',
  '/admin/products/1',
  '/admin/messages',
  '/admin/customers',
  '/admin/newsletter',
  '/admin/cash',
  '/admin/reports',
  '/admin/settings',
  '/admin/staff',
  '/admin/audit',
  '/admin/pack',
  '/admin/orders?queue=to_take_out',
  '/admin/hand-over',
  '/admin/manifest',
  '/admin/orders?queue=return_to_refund',
];

/** Creates an address, an order and a cart, and lists all private pages. */
export async function privateScreens(shopper: SignedInShopper): Promise<string[]> {
  const { address, order } = await fill(shopper);
  return [
    ...Object.keys(GUARDED),
    `/checkout?step=payment&address=${address}`,
    `/account/orders/${order}`,
  ];
}

/** A page of a signed-in shopper, with a part of it that shows that it and the data that it requests are there. */
type SignedInPage = { path: string; complete: (page: Page) => Locator };

/** One page of each kind that a shopper with an account opens. `orderId` is that of an order of theirs. */
export function signedInPages(orderId: string): SignedInPage[] {
  const text = (words: string) => (page: Page) => page.getByText(words).first();
  const order = (page: Page) => page.getByText(/#AP-/).first();
  return [
    { path: '/', complete: (page) => page.getByRole('link', { name: /^Cart, 1/ }) },
    { path: '/cart', complete: text('Order Summary') },
    { path: '/checkout', complete: text(ADDRESS.address_line1) },
    { path: '/account', complete: text('Full Name') },
    { path: '/account/profile', complete: text('Full Name') },
    { path: '/account/addresses', complete: text(ADDRESS.address_line1) },
    { path: '/account/orders', complete: order },
    { path: `/account/orders/${orderId}`, complete: order },
    { path: '/account/security', complete: text('Where you are signed in') },
  ];
}

/** The id of a row that the API answered with. */
function idOf(answer: unknown): string {
  if (typeof answer === 'object' && answer && 'id' in answer) return String(answer.id);
  throw new Error(`no id in ${JSON.stringify(answer)}`);
}

/**
 * Gives a shopper an address, an order, and then a cart with one product.
 *
 * @returns the ids of address and order.
 */
export async function fill({ call }: Pick<SignedInShopper, 'call'>) {
  const address = idOf(await call('POST', '/addresses', { ...ADDRESS, is_default: true }));
  await call('POST', '/cart/items', { product_id: '1', quantity: 1 });
  const wanted = { shipping_address_id: address, payment_method: 'cod', total_amount: 499 };
  const order = idOf(await call('POST', '/orders', wanted));
  await call('POST', '/cart/items', { product_id: '5', quantity: 2 });
  return { address, order };
}

/** Puts two kinds of tea into the cart and saves an address as the default. */
export async function readyToOrder(shopper: SignedInShopper) {
  await shopper.call('POST', '/cart/items', { product_id: '2', quantity: 1 });
  await shopper.call('POST', '/cart/items', { product_id: '5', quantity: 2 });
  await shopper.call('POST', '/addresses', { ...ADDRESS, is_default: true });
}

/** Opens the checkout and goes on to its payment step. */
export async function toPayment(page: Page) {
  await page.goto('/checkout');
  const button = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(button).toBeEnabled();
  // The step reads the cart once more: what a test changes afterwards must not be in that response.
  const cart = page.waitForRequest('**/api/cart');
  await button.click();
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
  await (await cart).response();
}

/** How many orders the shopper has. */
export async function orderCount(shopper: SignedInShopper): Promise<number> {
  const answer = await shopper.call('GET', '/orders');
  if (typeof answer === 'object' && answer !== null && 'orders' in answer) {
    if (Array.isArray(answer.orders)) return answer.orders.length;
  }
  throw new Error('no orders in the answer');
}
