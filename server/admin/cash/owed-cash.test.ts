import { beforeEach, describe, expect, test } from 'vitest';
import { openCashShop } from '#test/cash-shop.ts';
import { refused } from '#test/checkout.ts';
import { newStaff } from '#test/staff.ts';

const { shop, owner, accountant, courier, handOverOrders, deliverThird, post, byHand, cursorOf } =
  await openCashShop();

let first: string;
let second: string;
beforeEach(async () => {
  ({ first, second } = await handOverOrders());
});

test('the accountant sees what each courier owes, and since when', async () => {
  await shop.db.owner.query(
    `update cod_collections set due_at = now() - interval '1 day' where order_id = $1`,
    [first],
  );
  const { body } = await accountant.request('GET', '/api/admin/cash');
  expect(body.couriers[0]).toMatchObject({
    name: 'Delhivery',
    due: 2,
    amount: 1996,
    overdue: 1,
    overdue_amount: 998,
  });
  const open = await accountant.request(
    'GET',
    `/api/admin/cash/orders?courier=${courier}&state=due`,
  );
  expect(open.body.orders).toMatchObject([
    { order_id: first, overdue: true, tracking_number: 'CASH1' },
    { order_id: second, overdue: false },
  ]);
  const after = await accountant.request(
    'GET',
    `/api/admin/cash/orders?after=${await cursorOf(first, 'collected_at')}`,
  );
  expect(after.body.orders).toMatchObject([{ order_id: second }]);
});

describe('what a courier owes by the days since the delivery', () => {
  const ages = async (): Promise<{ orders: number; amount: number }[]> => {
    const { body } = await accountant.request('GET', '/api/admin/cash');
    return body.couriers[0].ages;
  };
  const collect = (order: string, days: number) =>
    shop.db.owner.query(
      `update cod_collections set collected_at = now() - $2 * interval '24 hours' where order_id = $1`,
      [order, days],
    );

  test.each([
    [0, 0],
    [7.99, 0],
    [8, 1],
    [14.99, 1],
    [15, 2],
    [30.99, 2],
    [31, 3],
    [400, 3],
  ])('after %d days it is in age %i', async (days, age) => {
    await collect(first, days);
    await collect(second, days);
    const expected = [0, 1, 2, 3].map((n) =>
      n === age ? { orders: 2, amount: 1996 } : { orders: 0, amount: 0 },
    );
    expect(await ages()).toEqual(expected);
  });

  test('is what is missing of a short one, all of a disputed one, and nothing of what came', async () => {
    const third = await deliverThird();
    await collect(first, 10);
    await collect(second, 20);
    await post('AWB,Amount\nCASH1,998\nCASH2,900');
    await byHand('dispute', third);
    expect(await ages()).toEqual([
      { orders: 1, amount: 998 },
      { orders: 0, amount: 0 },
      { orders: 1, amount: 98 },
      { orders: 0, amount: 0 },
    ]);
    const { body } = await accountant.request('GET', '/api/admin/cash');
    expect(body.couriers[0].amount).toBe(1096);
  });

  test('is nothing for an order of which too much came: that settles no other', async () => {
    await collect(first, 40);
    await post('AWB,Amount\nCASH1,1500');
    expect(await ages()).toEqual([
      { orders: 1, amount: 998 },
      { orders: 0, amount: 0 },
      { orders: 0, amount: 0 },
      { orders: 0, amount: 0 },
    ]);
    const { body } = await accountant.request('GET', '/api/admin/cash');
    expect(body.couriers[0]).toMatchObject({ amount: 998, disputed: 1 });
  });

  test('is saved as CSV after a recent second factor, and logged', async () => {
    await collect(second, 20);
    const stale = await newStaff(shop, 'accountant', { shownAgo: 601 });
    const path = '/api/admin/cash/export';
    expect(await stale.request('GET', path)).toMatchObject(refused(403, 'stale_factor'));
    const { body } = await accountant.request('GET', path);
    expect(body.filename).toMatch(/^cash-\d{4}-\d\d-\d\d\.csv$/);
    expect(body.csv).toBe(
      '\ufeffCourier,Since delivery,Orders,Owed\r\n' +
        'Delhivery,0–7 days,1,998\r\nDelhivery,15–30 days,1,998\r\nTotal,,2,1996\r\n',
    );
    const { body: log } = await owner.request('GET', '/api/admin/audit?verb=export_cash');
    expect(log.entries).toMatchObject([{ staff: accountant.shopper.email }]);
  });
});
