import '#app/ui/shop.css';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { shopApi } from '#test/component/buy.ts';
import { UNREACHABLE } from '#test/component/fake-api.ts';
import { open } from '#test/component/open.tsx';
import { PREMIUM, TRAVEL } from '#test/component/shopper-data.ts';
import { useWantedItems } from './use-wanted-items.ts';
import { wantedItems } from './wanted-items.ts';

/** A page of a shopper who has just signed in. */
function SignedIn() {
  useWantedItems();
  return null;
}

/** Opens a page after these were wanted; `added` is how each is in the cart, or the error of adding it. */
async function openAfterWanting(
  wanted: Record<string, number>,
  added: Record<string, typeof TRAVEL | Error>,
) {
  for (const [product_id, quantity] of Object.entries(wanted)) {
    wantedItems.remember({ product_id, quantity });
  }
  const { shop, api } = shopApi({ cart: [] });
  api['POST /cart/items'] = ({ body }) => {
    const item = added[body.product_id];
    if (!item || item instanceof Error) throw item ?? UNREACHABLE;
    shop.cart = [...shop.cart, item];
    return item;
  };
  const { screen, requests } = await open(<SignedIn />, { api });
  return { shop, requests, messages: screen.getByRole('region', { name: 'Notifications' }) };
}

test.each([
  ['one', { 2: 1 }, { 2: PREMIUM }, 'Item has been added to your cart.', 'View cart', ['2']],
  [
    'several',
    { 2: 1, 5: 4 },
    { 2: PREMIUM, 5: TRAVEL },
    '2 items have been added to your cart.',
    'View cart',
    ['2', '5'],
  ],
  [
    'what has sold out',
    { 2: 1 },
    { 2: { ...PREMIUM, stock: 0 } },
    'Premium Blue Tea Pack: Sold out for now.',
    'View cart',
    ['2'],
  ],
  [
    'what has sold out, beside another item',
    { 5: 4, 2: 1 },
    { 5: TRAVEL, 2: { ...PREMIUM, stock: 0 } },
    'Premium Blue Tea Pack: Sold out for now. The other item has been added to your cart.',
    'View cart',
    ['2', '5'],
  ],
  [
    'what is no longer sold',
    { 2: 1 },
    { 2: new AppError('product_not_found') },
    'We no longer sell the tea you chose. It is not in your cart.',
    'See other teas',
    [],
  ],
  [
    'what gets no answer',
    { 2: 1 },
    {},
    'Your tea may not be in your cart.',
    'Back to the product',
    [],
  ],
] as const)(
  'after signing in, %s that was wanted is told with a link that helps',
  async (_, wanted, added, text, link, cart) => {
    const { shop, messages } = await openAfterWanting(wanted, added);
    await expect.element(messages).toMatchTextContent(text);
    await expect.element(messages.getByRole('link', { name: link })).toBeVisible();
    await expect.poll(() => shop.cart.map(({ product_id }) => product_id)).toEqual(cart);
    expect(wantedItems.any()).toBe(false);
  },
);

test('what was wanted is added once', async () => {
  const { requests } = await openAfterWanting({ 2: 1 }, { 2: PREMIUM });
  await expect.poll(() => requests).toContain('POST /cart/items');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => wantedItems.any()).toBe(false);
  expect(requests.filter((request) => request === 'POST /cart/items')).toHaveLength(1);
});
