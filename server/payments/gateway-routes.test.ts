import { beforeAll, expect, test } from 'vitest';
import { beginPaying, openPayingShop, type PayingShop, pay } from '#test/payments.ts';

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop();
});

test('a shopper who comes back from the bank while the database is busy is led to the checkout, not to an error', async () => {
  const paying = await beginPaying(shop, [['3', 1]]);
  const paid = await pay(shop, paying);
  const comeBack = async () => {
    const answer = await shop.app.request('/api/payments/razorpay/callback', {
      method: 'POST',
      body: new URLSearchParams({ ...paid }),
    });
    return [answer.status, answer.headers.get('location')];
  };
  const busy = await shop.db.owner.connect();
  try {
    await busy.query('begin; lock table payment_intents in access exclusive mode');
    expect(await comeBack()).toEqual([303, '/checkout']);
  } finally {
    await busy.query('rollback');
    busy.release();
  }
  expect(await comeBack()).toEqual([303, expect.stringMatching(/^\/account\/orders\//)]);
});
