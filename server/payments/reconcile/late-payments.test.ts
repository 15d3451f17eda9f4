import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

test('stock is released only after the gateway has said that nobody has paid', async () => {
  const paying = await beginPaying(shop());
  await shop().age(paying.id, 31);
  shop().failNext('server_error', 'GET', /payments$/, 5);
  for (let round = 0; round < 3; round += 1) {
    await shop().makeDue(paying.id);
    await shop().runJobs();
  }
  expect(await stateOf(paying.id)).toBe('open');
  shop().failNext('hang', 'NEVER', /^$/);
  await shop().makeDue(paying.id);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
});

describe('paid after the hold has ended', () => {
  test('while there is stock, the order is placed', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
    await pay(shop(), paying);
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('when the goods are sold out, the payment is refunded once, with an email', async () => {
    await shop().rows(`update products set stock = 1 where id = '6'`);
    const paying = await beginPaying(shop(), [['6', 1]]);
    await shop().age(paying.id, 31);
    await shop().settle();
    await shop().rows(`update products set stock = 0 where id = '6'`);
    const paid = await pay(shop(), paying);
    expect((await verify(paying.shopper, paid)).body.error.code).toBe('payment_refunded');
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('refused');
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'out_of_stock', status: 'processed' },
    ]);
    const jobs = await shop().rows(
      `select name from jobs.job where data ->> 'user_id' = $1 and name like 'refund-%' order by 1`,
      [paying.shopper.shopper.userId],
    );
    expect(jobs).toEqual([{ name: 'refund-done' }, { name: 'refund-started' }]);
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  test('a late authorized payment is not captured when the goods are sold out', async () => {
    await shop().rows(`update products set stock = 1 where id = '6'`);
    const paying = await beginPaying(shop(), [['6', 1]]);
    await shop().age(paying.id, 31);
    await shop().settle();
    await shop().rows(`update products set stock = 0 where id = '6'`);
    const paid = await pay(shop(), paying, { outcome: 'authorized' });
    await shop().settle();
    expect(
      await shop().rows(`select status from sandbox_gateway.payments where id = $1`, [
        paid.razorpay_payment_id,
      ]),
    ).toEqual([{ status: 'authorized' }]);
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  test('a late authorized payment is captured while there is stock', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await shop().settle();
    await pay(shop(), paying, { outcome: 'authorized' });
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });
});

test('stock held for a late payment that the bank gives back is checked when the hold ends', async () => {
  const paying = await beginPaying(shop());
  await shop().age(paying.id, 13 * 60);
  await shop().round();
  shop().failNext('server_error', 'POST', /capture$/, 2);
  await pay(shop(), paying, { outcome: 'authorized' });
  await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
  expect(await shop().minutesUntilJob(paying.id)).toBe(30);
  const setStatus = (status: string) =>
    shop().rows('update sandbox_gateway.payments set status = $2 where order_id = $1', [
      paying.gatewayOrder,
      status,
    ]);
  await setStatus('refunded');
  await shop().makeDue(paying.id);
  await shop().round();
  expect(await shop().minutesUntilJob(paying.id)).toBe(30);
  await setStatus('failed'); // for the ledger check after each test, which counts refunds
});

describe('a shopper who has paid late', () => {
  test('sees the state confirming while the gateway is down, and then gets the order', async () => {
    const paying = await expired();
    await sendSignature(paying);
    expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: 'paid', open: null });
  });

  test('sees the state confirming while the payment is authorized and the capture fails', async () => {
    const paying = await expired();
    shop().failNext('server_error', 'POST', /capture$/, 20);
    await pay(shop(), paying, { outcome: 'authorized' });
    await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
    expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: 'paid', open: null });
  });

  test('sees the state closed once the authorized payment is not captured for lack of stock', async () => {
    const paying = await expired([['6', 1]]);
    await shop().rows(`update products set stock = 0 where id = '6'`);
    await sendSignature(paying, 'authorized');
    expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: 'closed', open: null });
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  test('sees that the payment is being refunded when the goods are sold out', async () => {
    const paying = await expired([['6', 1]]);
    await shop().rows(`update products set stock = 0 where id = '6'`);
    await sendSignature(paying);
    expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: 'refunding', open: null });
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  async function expired(lines?: [string, number][]): Promise<Paying> {
    const paying = await beginPaying(shop(), lines);
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: 'closed', open: null });
    return paying;
  }

  /** Pays and sends the signature while the gateway's API is down. */
  async function sendSignature(paying: Paying, outcome: 'success' | 'authorized' = 'success') {
    shop().failNext('server_error', 'GET', /payments/, 20);
    const paid = await pay(shop(), paying, { outcome });
    expect(await verify(paying.shopper, paid)).toMatchObject({
      status: 200,
      body: { status: 'confirming' },
    });
  }

  async function statesOf({ shopper, id }: Paying) {
    const here = await shopper.request('GET', `/api/payments/${id}`);
    const open = await shopper.request('GET', '/api/payments/open');
    return { here: here.body.state, open: open.body.payment?.id ?? null };
  }
});

test('a reopened window closes before the stock is released', async () => {
  const paying = await beginPaying(shop());
  const resume = async () => {
    const { body } = await paying.shopper.request('POST', `/api/payments/${paying.id}/resume`);
    return body.options.timeout;
  };
  expect(await resume()).toBe(1200);
  await shop().age(paying.id, 25);
  expect(await resume()).toBeGreaterThan(280);
  expect(await resume()).toBeLessThanOrEqual(300);
  await shop().age(paying.id, 10);
  expect(await resume()).toBe(60);
});

describe('a payment that stays authorized', () => {
  test('is checked at growing intervals', async () => {
    const paying = await beginAuthorized();
    await shop().age(paying.id, 47 * 60);
    await shop().makeDue(paying.id);
    await shop().runJobs();
    expect(await shop().minutesUntilJob(paying.id)).toBeGreaterThan(30);
  });

  test('releases its stock once the bank has returned the money, even after the last scheduled check', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 121 * 60);
    await shop().settle();
    expect(await plannedChecks(paying.id)).toEqual([{ holds_stock: false, planned: false }]);
    const { razorpay_payment_id } = await authorize(paying);
    await shop().sandbox.tick();
    await shop().runJobs();
    expect(await plannedChecks(paying.id)).toEqual([{ holds_stock: true, planned: true }]);

    await shop().rows(
      `update sandbox_gateway.payments set status = 'refunded', amount_refunded = amount where id = $1`,
      [razorpay_payment_id],
    );
    await shop().rows(
      `insert into sandbox_gateway.refunds (id, payment_id, amount) values ('rfnd_LetGoByItself1', $1, $2)`,
      [razorpay_payment_id, paying.amount],
    );
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await plannedChecks(paying.id)).toEqual([{ holds_stock: false, planned: false }]);
  });

  async function beginAuthorized() {
    const paying = await beginPaying(shop());
    await authorize(paying);
    return paying;
  }

  /** An authorized payment whose capture fails. */
  function authorize(paying: Paying) {
    shop().failNext('server_error', 'POST', /capture$/, 20);
    return pay(shop(), paying, { outcome: 'authorized' });
  }

  async function plannedChecks(id: string) {
    const [intent] = await shop().rows('select holds_stock from payment_intents where id = $1', [
      id,
    ]);
    return [{ ...intent, planned: (await shop().minutesUntilJob(id)) !== null }];
  }
});
