import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/payment-books.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import { pollOnce } from './poller.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

test('goods go back only after the gateway has said that nobody has paid for them', async () => {
  const paying = await beginPaying(shop());
  await shop().age(paying.id, 31);
  shop().failNext('server_error', 'GET', /payments$/, 5);
  for (let round = 0; round < 3; round += 1) {
    await shop().rows('update payment_intents set next_check_at = now() where id = $1', [
      paying.id,
    ]);
    await pollOnce(shop().payments.context);
  }
  expect(await stateOf(paying.id)).toBe('open');
  shop().failNext('hang', 'NEVER', /^$/);
  await shop().rows('update payment_intents set next_check_at = now() where id = $1', [paying.id]);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
});

describe('paid after the hold has ended', () => {
  test('19: while there is stock, the order comes all the same', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
    await pay(shop(), paying);
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('20: when the goods are gone, the money goes back once, with a mail', async () => {
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
      `select name from jobs.job where data ->> 'user_id' = $1 order by 1`,
      [paying.shopper.shopper.userId],
    );
    expect(jobs).toEqual([{ name: 'refund-done' }, { name: 'refund-started' }]);
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  test('money that was only promised late is not taken when the goods are gone', async () => {
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

  test('money that was only promised late is taken while there is stock', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 31);
    await shop().settle();
    await pay(shop(), paying, { outcome: 'authorized' });
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });
});

describe('somebody who has paid late', () => {
  test('is told that it is being confirmed while the gateway is away, and then has their order', async () => {
    const paying = await expired();
    await handOver(paying);
    expect(await told(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await told(paying)).toEqual({ here: 'paid', open: null });
  });

  test('is told so while the bank has promised the money and it cannot be taken', async () => {
    const paying = await expired();
    shop().failNext('server_error', 'POST', /capture$/, 20);
    await pay(shop(), paying, { outcome: 'authorized' });
    await paying.shopper.ask('POST', `/api/payments/${paying.id}/check`);
    expect(await told(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await told(paying)).toEqual({ here: 'paid', open: null });
  });

  test('is told that it is over as soon as it is decided that way', async () => {
    const paying = await expired([['6', 1]]);
    await shop().rows(`update products set stock = 0 where id = '6'`);
    await handOver(paying, 'authorized');
    expect(await told(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await told(paying)).toEqual({ here: 'closed', open: null });
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  test('is told that their money comes back when the goods are gone', async () => {
    const paying = await expired([['6', 1]]);
    await shop().rows(`update products set stock = 0 where id = '6'`);
    await handOver(paying);
    expect(await told(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().failNext('hang', 'NEVER', /^$/);
    await shop().settle();
    expect(await told(paying)).toEqual({ here: 'refunding', open: null });
    await shop().rows(`update products set stock = 50 where id = '6'`);
  });

  async function expired(lines?: [string, number][]): Promise<Paying> {
    const paying = await beginPaying(shop(), lines);
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await told(paying)).toEqual({ here: 'closed', open: null });
    return paying;
  }

  /** Pays and comes back with the signature, while the gateway's API is away. */
  async function handOver(paying: Paying, outcome: 'success' | 'authorized' = 'success') {
    shop().failNext('server_error', 'GET', /payments/, 20);
    const paid = await pay(shop(), paying, { outcome });
    expect(await verify(paying.shopper, paid)).toMatchObject({
      status: 200,
      body: { status: 'confirming' },
    });
  }

  async function told({ shopper, id }: Paying) {
    const here = await shopper.ask('GET', `/api/payments/${id}`);
    const open = await shopper.ask('GET', '/api/payments/open');
    return { here: here.body.state, open: open.body.payment?.id ?? null };
  }
});

test('a window that is opened again closes before the goods go back', async () => {
  const paying = await beginPaying(shop());
  const resume = async () => {
    const { body } = await paying.shopper.ask('POST', `/api/payments/${paying.id}/resume`);
    return body.options.timeout;
  };
  expect(await resume()).toBe(1200);
  await shop().age(paying.id, 25);
  expect(await resume()).toBeGreaterThan(280);
  expect(await resume()).toBeLessThanOrEqual(300);
  await shop().age(paying.id, 10);
  expect(await resume()).toBe(60);
});

describe('money that stays promised', () => {
  test('is asked about ever more seldom', async () => {
    const paying = await promised();
    await shop().age(paying.id, 47 * 60);
    await dueNow(paying.id);
    await pollOnce(shop().payments.context);
    const [look] = await shop().rows(
      `select extract(epoch from next_check_at - now()) / 60 as minutes from payment_intents where id = $1`,
      [paying.id],
    );
    expect(Number(look?.minutes)).toBeGreaterThan(30);
  });

  test('keeps its goods no longer than the bank keeps its promise, even at the very end of the schedule', async () => {
    const paying = await beginPaying(shop());
    await shop().age(paying.id, 121 * 60);
    await shop().settle();
    expect(await looksToCome(paying.id)).toEqual([{ holds_stock: false, planned: false }]);
    const { razorpay_payment_id } = await promise(paying);
    await shop().sandbox.tick();
    await pollOnce(shop().payments.context);
    expect(await looksToCome(paying.id)).toEqual([{ holds_stock: true, planned: true }]);

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
    expect(await looksToCome(paying.id)).toEqual([{ holds_stock: false, planned: false }]);
  });

  async function promised() {
    const paying = await beginPaying(shop());
    await promise(paying);
    return paying;
  }

  /** A yes of the bank whose money we cannot take. */
  function promise(paying: Paying) {
    shop().failNext('server_error', 'POST', /capture$/, 20);
    return pay(shop(), paying, { outcome: 'authorized' });
  }

  function dueNow(id: string) {
    return shop().rows('update payment_intents set next_check_at = now() where id = $1', [id]);
  }

  function looksToCome(id: string) {
    return shop().rows(
      'select holds_stock, next_check_at is not null as planned from payment_intents where id = $1',
      [id],
    );
  }
});
