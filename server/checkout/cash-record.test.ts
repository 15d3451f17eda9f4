import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { begin, openPayingShop } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/** A first order in cash of at most ₹1,000, and no cash after one parcel that came back. */
const TERMS = { firstMaxTotal: 1_000, maxReturned: 1 };
const shop = await openPayingShop({}, { terms: TERMS, timeouts: LONG_TIMEOUTS });
const { go, place, rows } = await hireStaff(shop);

const cashOf = async (shopper: TestShopper) =>
  (await shopper.request('GET', '/api/checkout/terms')).body.cash;
const CAME_BACK =
  'A parcel that you ordered in cash came back to us, so cash on delivery is not available. Please pay online, or write to us.';

test('whose first parcel came back is told why cash is refused, and pays the next order online', async () => {
  const { id, shopper: asha } = await place();
  await go(id, 'hand_over', 'return_to_origin');
  expect(await cashOf(asha)).toMatchObject({ refused: CAME_BACK });
  await go(id, 'receive_back');
  expect(await cashOf(asha)).toMatchObject({ refused: CAME_BACK, first_max_total: 1_000 });

  const order = await toCheckout(asha, [['1', 1]]);
  const inCash = await submit(asha, order);
  expect(inCash).toMatchObject(refused(409, 'cash_limit'));
  expect(inCash.body.error.message).toBe(CAME_BACK);
  expect((await asha.request('GET', '/api/cart')).body).toHaveLength(1);
  const { payment_method: _, ...online } = order;
  expect(await begin(asha, online)).toMatchObject({ status: 201 });
});

test('a parcel that came back more than a year ago is forgiven', async () => {
  const { id, shopper: asha } = await place();
  await go(id, 'hand_over', 'receive_back');
  await rows(`update orders set created_at = now() - interval '366 days' where id = $1`, [id]);
  expect(await cashOf(asha)).toMatchObject({ refused: null });
  expect(await submit(asha, await toCheckout(asha, [['1', 1]]))).toMatchObject({ status: 201 });
});

test('the limit of a first order ends when one was delivered, and as many delivered as came back speak for somebody', async () => {
  const bina = await shop.newShopper();
  const large = await toCheckout(bina, [['1', 3]]);
  const inCash = await submit(bina, large);
  expect(inCash).toMatchObject(refused(409, 'cash_limit'));
  expect(inCash.body.error.message).toMatch(/^Until a first order .+ up to ₹1,000\. Please pay/);
  await bina.request('DELETE', '/api/cart');
  const { id } = await place([['1', 1]], bina);
  await go(id, 'hand_over', 'deliver');
  expect(await cashOf(bina)).toMatchObject({ refused: null, first_max_total: null });
  const next = await place([['1', 3]], bina);
  await go(next.id, 'hand_over', 'receive_back');
  expect(await cashOf(bina)).toMatchObject({ refused: null });
});
