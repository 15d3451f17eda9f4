import { expect, test } from 'vitest';
import { openAdmin } from '#test/component/admin.tsx';
import { anOrder, fakeOrders } from '#test/component/fake-orders.ts';

/** From where these words of an element are seen, in pixels from the left. */
function placesOf(element: Element, ...words: string[]): number[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const places = new Map<string, number>();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const word of words) {
      const at = node.textContent?.indexOf(word) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      places.set(word, range.getBoundingClientRect().left);
    }
  }
  return words.map((word) => places.get(word) ?? Number.NaN);
}

test.each(['کرناٹک', 'Karnataka\u200f', 'Karnataka\u061c'])(
  'the state %j, in another direction, leaves the PIN of a packing slip as it is',
  async (state) => {
    const order = anOrder(1);
    const place = { city: 'Bengaluru', state, postal_code: '560 001' };
    const shipping_address = order.shipping_address && { ...order.shipping_address, ...place };
    const { api } = fakeOrders([{ ...order, shipping_address, place }]);
    const { main, go } = await openAdmin(`/admin/print?orders=${order.id}`, { api });
    for (const path of [`/admin/print?orders=${order.id}`, `/admin/orders/${order.id}`]) {
      await go(path);
      await expect.element(main.getByText('560 001').first()).toBeVisible();
      const address = document.querySelector('address');
      if (!address) throw new Error('no address');
      const [first = Number.NaN, second = Number.NaN] = placesOf(address, '560', '001');
      expect(second, path).toBeGreaterThan(first);
    }
  },
);
