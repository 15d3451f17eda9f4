import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOME, refused, resetShop, submit, toCheckout } from '#test/checkout.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { asPaying, begin, openPayingShop, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

const shop = await openPayingShop({}, { timeouts: LONG_TIMEOUTS });
const { act, rows } = await hireStaff(shop);
let asha: TestShopper;

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents cascade; delete from coupons');
  await resetShop(shop.db.owner);
  await rows('update products set stock = 1000');
  asha = await shop.newShopper();
});

/** Makes the code TEA10, 10% off. */
const makeCode = (terms: Record<string, unknown> = {}) => {
  const all = { code: 'TEA10', kind: 'percent', value: 10, ...terms };
  const names = Object.keys(all);
  return rows(
    `insert into coupons (${names}) values (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values(all),
  );
};
const uses = async () => (await rows('select uses from coupons'))[0]?.uses;
const ask = (code: string, who = asha) => who.request('POST', '/api/checkout/code', { code });
const says = (words: string) => ({
  status: 409,
  body: { error: { code: 'code_refused', message: expect.stringContaining(words) } },
});
/** One pack of ₹499 in the cart, and the order with the code; somewhere of nobody else. */
let houses = 0;
async function withCode(who = asha, home: object = {}, coupon_code = 'TEA10') {
  houses += 1;
  await rows('delete from cart_items where user_id = $1', [who.shopper.userId]);
  const own = {
    phone: `98${String(houses).padStart(8, '0')}`,
    address_line1: `${houses} Hill Road`,
  };
  const order = await toCheckout(who, [['1', 1]], { ...HOME, ...own, ...home });
  return { ...order, coupon_code, total_amount: 449.1 };
}
const online = ({ payment_method: _, ...order }: Awaited<ReturnType<typeof withCode>>) => order;

describe('a code', () => {
  test('is told with its conditions, taken off the order, and frozen with it', async () => {
    await makeCode({ most: 5_000, minimum: 10_000 });
    expect(await ask(' tea-10 ')).toMatchObject({
      status: 200,
      body: {
        ...{ code: 'TEA10', kind: 'percent', value: 10, most: 5_000, minimum: 10_000 },
        ...{ products: null, online_only: false },
      },
    });
    const order = await withCode();
    expect(await submit(asha, { ...order, total_amount: 499 })).toMatchObject(
      refused(409, 'cart_changed'),
    );
    const placed = await submit(asha, order);
    expect(placed.status).toBe(201);
    expect((await asha.request('GET', `/api/orders/${placed.body.id}`)).body).toMatchObject({
      total_amount: 449.1,
      charges: { coupon_code: 'TEA10', coupon_discount: 49.9 },
    });
  });

  test('that is unknown, paused, ended, not begun, over or somebody else’s gets one answer, asked and ordered with', async () => {
    const order = await withCode();
    const answers = [];
    for (const terms of [
      { code: 'OTHER' },
      { paused: true },
      { ended_at: 'now' },
      { starts_at: 'tomorrow' },
      { starts_at: 'yesterday', ends_at: 'now' },
      { personal: true },
    ]) {
      await rows('delete from coupons');
      await makeCode(terms);
      answers.push((await ask('TEA10')).body, (await submit(asha, order)).body);
    }
    expect(new Set(answers.map((body) => JSON.stringify(body)))).toHaveLength(1);
    expect(answers[0].error).toMatchObject({ code: 'code_refused' });
  });

  test('cannot be found by trying: a shopper’s questions and orders with codes are limited, and nobody else’s are', async () => {
    await makeCode();
    const order = await withCode(asha, {}, 'TEA11');
    for (let n = 0; n < 20; n += 1) {
      expect((await ask(`TEA${n + 11}`)).status).toBe(409);
      expect((await submit(asha, order)).status).toBe(409);
    }
    for (const answer of [
      await ask('TEA10'),
      await submit(asha, order),
      await begin(asha, online(order)),
    ])
      expect(answer).toMatchObject(refused(429, 'too_many_requests'));
    const { coupon_code: _, ...plain } = order;
    expect(await submit(asha, { ...plain, total_amount: 499 })).toMatchObject({ status: 201 });
    expect((await ask('TEA10', await shop.newShopper())).status).toBe(200);
  });

  test('for paying online is refused in cash', async () => {
    await makeCode({ online_only: true });
    const order = await withCode();
    expect(await submit(asha, order)).toMatchObject(says('paid online'));
    expect((await begin(asha, online(order))).status).toBe(201);
  });

  test('for one use each is refused to who has used it, until that order is cancelled', async () => {
    await makeCode({ max_uses_each: 1 });
    const placed = await submit(asha, await withCode());
    expect(await ask('TEA10')).toMatchObject(says('used this code already'));
    expect(await submit(asha, await withCode())).toMatchObject(says('used this code already'));
    await asha.request('POST', `/api/orders/${placed.body.id}/cancellation`, {});
    expect((await submit(asha, await withCode())).status).toBe(201);
  });
});

describe('a code for first orders is refused', () => {
  const first = () => makeCode({ first_order: true });
  const lines: [string, object, string][] = [
    [
      'phone',
      { phone: '+91 98765-43210', address_line1: '7 Lake View', postal_code: '560001' },
      'phone number',
    ],
    ['street and PIN', { phone: '9000000001', address_line1: '12, hill road.' }, 'street'],
  ];

  test('to who has ordered before, asked and ordered with', async () => {
    await first();
    const placed = await submit(asha, await withCode());
    expect(await ask('TEA10')).toMatchObject(says('you have ordered before'));
    expect(await submit(asha, await withCode())).toMatchObject(says('you have ordered before'));
    await asha.request('POST', `/api/orders/${placed.body.id}/cancellation`, {});
    expect((await ask('TEA10')).status).toBe(200);
  });

  test.each(lines)(
    'where an order went to the same %s, until that is cancelled',
    async (_, home, words) => {
      await first();
      const before = await submit(asha, await toCheckout(asha, [['1', 1]]));
      const bina = await shop.newShopper();
      const order = await withCode(bina, home);
      expect((await ask('TEA10', bina)).status).toBe(200);
      expect(await submit(bina, order)).toMatchObject(says(words));
      expect(await begin(bina, online(order))).toMatchObject(says(words));
      await asha.request('POST', `/api/orders/${before.body.id}/cancellation`, {});
      expect((await submit(bina, order)).status).toBe(201);
    },
  );

  test('nowhere else: neither in the same street of another PIN, nor next door', async () => {
    await first();
    await submit(asha, await toCheckout(asha, [['1', 1]]));
    const bina = await shop.newShopper();
    const elsewhere = {
      phone: '9000000001',
      address_line1: HOME.address_line1,
      postal_code: '560001',
    };
    expect((await submit(bina, await withCode(bina, elsewhere))).status).toBe(201);
    const chitra = await shop.newShopper();
    const nextDoor = { phone: '9000000002', address_line1: '13 Hill Road' };
    expect((await submit(chitra, await withCode(chitra, nextDoor))).status).toBe(201);
  });
});

describe('a code with a limit of uses', () => {
  test('goes once to a hundred shoppers who want the last one; the others are told, and nothing is ordered', async () => {
    await makeCode({ max_uses: 1 });
    const orders = [];
    for (let n = 0; n < 100; n += 1) {
      const who = await shop.newShopper();
      orders.push({ who, order: await withCode(who) });
    }
    const answers = await Promise.all(
      orders.map(({ who, order }, n) => (n % 2 ? submit(who, order) : begin(who, online(order)))),
    );
    const refusals = answers.filter(({ status }) => status === 409);
    expect(refusals).toHaveLength(99);
    for (const answer of refusals) expect(answer).toMatchObject(says('used up'));
    expect(await uses()).toBe(1);
    const [made] = await rows(
      `select (select count(*)::integer from orders) + (select count(*)::integer from payment_intents) as count`,
    );
    expect(made?.count).toBe(1);
    expect((await rows(`select stock from products where id = '1'`))[0]?.stock).toBe(999);
  });

  test('goes to one of those who were all told that it is left, and a code that ended meanwhile to nobody', async () => {
    await makeCode({ max_uses: 1 });
    const orders: [TestShopper, Awaited<ReturnType<typeof withCode>>][] = [];
    for (let n = 0; n < 4; n += 1) {
      const who = await shop.newShopper();
      orders.push([who, await withCode(who)]);
    }
    /** All have decided, and wait to write what they have. */
    const allAtOnce = async (meanwhile: string) => {
      const held = await holdLock(shop.db.owner, `select from products where id = '1' for update`);
      const answers = orders.map(([who, order], n) =>
        n % 2 ? submit(who, order) : begin(who, online(order)),
      );
      await untilWaiting(shop.db.owner, { count: orders.length, words: 'from products' });
      await held.query(meanwhile);
      await held.commit();
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    };
    expect(await allAtOnce('update coupons set ended_at = now()')).toEqual([409, 409, 409, 409]);
    expect(await uses()).toBe(0);
    await rows('update coupons set ended_at = null');
    expect(await allAtOnce('select')).toEqual([201, 409, 409, 409]);
    expect(await uses()).toBe(1);
  });

  test('is taken once by an order that is sent again, and given back when it is cancelled', async () => {
    await makeCode({ max_uses: 1 });
    const order = await withCode();
    const key = 'the-same-key';
    const sent = await Promise.all([1, 2, 3].map(() => submit(asha, order, key)));
    expect(new Set(sent.map(({ body }) => body.id))).toHaveLength(1);
    expect(await uses()).toBe(1);
    await asha.request('POST', `/api/orders/${sent[0]?.body.id}/cancellation`, {});
    expect(await uses()).toBe(0);
  });

  test('is given back when staff cancel; the undo takes it again, and is refused where somebody has it', async () => {
    await makeCode({ max_uses: 1 });
    const { id } = (await submit(asha, await withCode())).body;
    expect((await act(id, 'cancel')).status).toBe(200);
    expect(await uses()).toBe(0);
    expect((await act(id, 'undo')).status).toBe(200);
    expect(await uses()).toBe(1);
    await act(id, 'cancel');
    const bina = await shop.newShopper();
    expect((await submit(bina, await withCode(bina))).status).toBe(201);
    expect(await act(id, 'undo')).toMatchObject(says('used by somebody else since'));
    expect((await rows('select fulfilment from orders where id = $1', [id]))[0]?.fulfilment).toBe(
      'cancelled',
    );
    expect(await uses()).toBe(1);
  });

  test('is held by a payment, given back when that is replaced or expires, and kept by its order', async () => {
    await makeCode({ max_uses: 1 });
    const order = online(await withCode());
    const first = await begin(asha, order);
    expect(await uses()).toBe(1);
    expect((await ask('TEA10')).status).toBe(200);
    expect(await ask('TEA10', await shop.newShopper())).toMatchObject(says('used up'));

    const { coupon_code: _, ...plain } = order;
    expect((await begin(asha, { ...plain, total_amount: 499 })).status).toBe(201);
    expect(await uses()).toBe(0);

    const second = await begin(asha, order);
    expect(second.body.payment.id).not.toBe(first.body.payment.id);
    const paid = await verify(asha, await pay(shop, asPaying(asha, order, second)));
    expect(paid.body.status).toBe('paid');
    expect(await uses()).toBe(1);
    expect(await rows('select coupon_code, total_amount::float8 from orders')).toEqual([
      { coupon_code: 'TEA10', total_amount: 449.1 },
    ]);
  });

  test('that somebody else took after a payment expired is honoured when it comes late: it was paid at that price', async () => {
    await makeCode({ max_uses: 1 });
    const order = online(await withCode());
    const paying = asPaying(asha, order, await begin(asha, order));
    await shop.age(paying.id, 31);
    await shop.round();
    expect(await uses()).toBe(0);
    const bina = await shop.newShopper();
    expect((await submit(bina, await withCode(bina))).status).toBe(201);
    const paid = await verify(asha, await pay(shop, paying));
    expect(paid.body.status).toBe('paid');
    expect(await uses()).toBe(2);
    await asha.request('POST', `/api/orders/${paid.body.order_id}/cancellation`, {});
    expect(await uses()).toBe(1);
  });

  test('is no row that orders with other codes write', async () => {
    await makeCode();
    expect((await submit(asha, await withCode())).status).toBe(201);
    expect(await uses()).toBe(0);
  });
});
