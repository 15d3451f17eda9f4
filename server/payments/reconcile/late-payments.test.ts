import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';

const { shop, refundsOf, stateOf } = openAuditedShop();

const setStock = (stock: number) =>
  shop().rows(`update products set stock = $1 where id = '6'`, [stock]);

/** A payment whose hold has ended, of product 1 or of the last piece of product 6, which somebody else has bought. */
async function expired({ soldOut = false } = {}): Promise<Paying> {
  const paying = await beginPaying(shop(), [[soldOut ? '6' : '1', 1]]);
  await shop().age(paying.id, 31);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
  expect(await statesOf(paying)).toEqual({ here: 'closed', open: null });
  if (soldOut) await setStock(0);
  return paying;
}

/** What the shopper sees of the payment, and which one the shop says is open. */
async function statesOf({ shopper, id }: Paying) {
  const here = await shopper.request('GET', `/api/payments/${id}`);
  const open = await shopper.request('GET', '/api/payments/open');
  return { here: here.body.state, open: open.body.payment?.id ?? null };
}

const check = ({ shopper, id }: Paying) => shopper.request('POST', `/api/payments/${id}/check`);

/** An authorized payment whose capture fails. */
function authorize(paying: Paying) {
  shop().failNext('server_error', 'POST', /capture$/, 20);
  return pay(shop(), paying, { outcome: 'authorized' });
}

test('stock is released only after the gateway has said that nobody has paid', async () => {
  const paying = await beginPaying(shop());
  await shop().age(paying.id, 31);
  shop().failNext('server_error', 'GET', /payments$/, 5);
  for (let round = 0; round < 3; round += 1) {
    await shop().makeDue(paying.id);
    await shop().runJobs();
  }
  expect(await stateOf(paying.id)).toBe('open');
  shop().answerAll();
  await shop().makeDue(paying.id);
  await shop().settle();
  expect(await stateOf(paying.id)).toBe('expired');
});

describe('paid after the hold has ended', () => {
  test('when the goods are sold out, the payment is refunded once, with an email', async () => {
    const paying = await expired({ soldOut: true });
    const paid = await pay(shop(), paying);
    expect(await verify(paying.shopper, paid)).toMatchObject(refused(409, 'payment_refunded'));
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
    await setStock(50);
  });
});

describe('a shopper who has paid late sees the state confirming', () => {
  /** Pays and sends the signature while the gateway's API is down. */
  async function sendSignature(paying: Paying, outcome: 'success' | 'authorized' = 'success') {
    shop().failNext('server_error', 'GET', /payments/, 20);
    const { status, body } = await verify(paying.shopper, await pay(shop(), paying, { outcome }));
    expect([status, body.status]).toEqual([200, 'confirming']);
  }

  test.each([
    ['while the gateway is down, and then gets the order', false, sendSignature, 'paid'],
    [
      'while the payment is authorized and the capture fails',
      false,
      async (paying: Paying) => {
        await authorize(paying);
        await check(paying);
      },
      'paid',
    ],
    [
      'until the authorized payment is not captured for lack of stock',
      true,
      (paying: Paying) => sendSignature(paying, 'authorized'),
      'closed',
    ],
    ['until it is refunded because the goods are sold out', true, sendSignature, 'refunding'],
  ])('%s', async (_, soldOut, payLate, end) => {
    const paying = await expired({ soldOut });
    await payLate(paying);
    expect(await statesOf(paying)).toEqual({ here: 'confirming', open: paying.id });
    shop().answerAll();
    await shop().settle();
    expect(await statesOf(paying)).toEqual({ here: end, open: null });
    await setStock(50);
  });
});

describe('a payment that stays authorized', () => {
  test('is checked at growing intervals', async () => {
    const paying = await beginPaying(shop());
    await authorize(paying);
    await shop().age(paying.id, 47 * 60);
    await shop().makeDue(paying.id);
    await shop().runJobs();
    expect(await shop().minutesUntilJob(paying.id)).toBeGreaterThan(30);
  });

  test('releases its stock once the bank has returned the money, even after the last scheduled check', async () => {
    const paying = await beginPaying(shop());
    const plannedChecks = async () => {
      const sql = 'select holds_stock from payment_intents where id = $1';
      const [intent] = await shop().rows(sql, [paying.id]);
      return [intent?.holds_stock, await shop().minutesUntilJob(paying.id)];
    };
    await shop().age(paying.id, 121 * 60);
    await shop().settle();
    expect(await plannedChecks()).toEqual([false, null]);
    const { razorpay_payment_id: id } = await authorize(paying);
    await shop().sandbox.tick();
    await shop().runJobs();
    expect(await plannedChecks()).toEqual([true, expect.any(Number)]);

    await shop().rows(
      `update sandbox_gateway.payments set status = 'refunded', amount_refunded = amount where id = $1`,
      [id],
    );
    await shop().rows(
      `insert into sandbox_gateway.refunds (id, payment_id, amount) values ('rfnd_LetGoByItself1', $1, $2)`,
      [id, paying.amount],
    );
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await plannedChecks()).toEqual([false, null]);
  });
});
