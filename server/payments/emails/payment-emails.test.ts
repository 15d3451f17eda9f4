import { beforeAll, expect, test } from 'vitest';
import { jobsDone } from '#test/jobs.ts';
import {
  beginPaying,
  openPayingShop,
  type Paying,
  type PayingShop,
  pay,
  refundInDashboard,
  verify,
} from '#test/payments.ts';
import { send } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: PayingShop;

beforeAll(async () => {
  shop = await openPayingShop();
  await shop.startJobs();
});

test('a shopper who pays twice gets emails about the order, the payment and the second payment’s refund', async () => {
  const paying = await beginPaying(shop, [['1', 2]]);
  const paid = await pay(shop, paying);
  await Promise.all([verify(paying.shopper, paid), verify(paying.shopper, paid)]);
  await pay(shop, paying, { again: true });
  await settleAfterEmail(paying);
  await jobsDone(shop.db.owner);

  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  const { email } = paying.shopper.shopper;
  const { order_number } = paying.begun.body.payment;
  const emails: { to: string; subject: string; text: string }[] = body;
  expect(emails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(
    [
      `Refund for order #${order_number}`,
      `Test payment for order #${order_number}`,
      `Your order #${order_number}`,
      `Your payment for #${order_number} is being refunded`,
    ].map((subject) => `${email}: ${subject}`),
  );
  const text = (subject: string) => emails.find((email) => email.subject.startsWith(subject))?.text;
  expect(text('Your order')).toContain('Payment: Online Payment (Razorpay)');
  expect(text('Test payment')).toContain('a test payment of ₹998.00');
  expect(text('Your payment')).toContain('The order was already paid.');
  expect(text('Refund for')).toContain('₹998.00');
});

test('money for a reservation that the shopper cancelled comes back, and its email does not say that they ordered', async () => {
  const paying = await beginPaying(shop);
  await paying.shopper.request('POST', `/api/payments/${paying.id}/cancel`);
  await pay(shop, paying);
  await settleAfterEmail(paying);
  await jobsDone(shop.db.owner);

  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  const emails: { subject: string; text: string }[] = body;
  const { order_number } = paying.begun.body.payment;
  const email = emails.find(
    ({ subject }) => subject === `Your payment for #${order_number} is being refunded`,
  );
  expect(email?.text).toContain('You had cancelled it or started another order before it arrived.');
});

test('for a refund that fails, the shop gets one email and the shopper none', async () => {
  const paying = await beginPaying(shop);
  await verify(paying.shopper, await pay(shop, paying));
  const second = await pay(shop, paying, { again: true });
  shop.loseWebhooks(true);
  await verify(paying.shopper, second);
  await refundInDashboard(shop, second, 10_000);
  await shop.settle();
  await shop.settle();
  await jobsDone(shop.db.owner);

  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  const emails: { to: string; subject: string; text: string }[] = body;
  const shopEmails = emails.filter(({ subject }) => subject.includes(second.razorpay_payment_id));
  expect(shopEmails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    `shop@example.com: A refund needs attention: ${second.razorpay_payment_id}`,
  ]);
  expect(shopEmails[0]?.text).toContain(paying.begun.body.payment.order_number);
  expect(shopEmails[0]?.text).toContain('Razorpay dashboard');
});

test('a refund that is complete before its order’s email leaves has one email: that it is complete; so has one sent again', async () => {
  const owner = await newStaff(shop, 'owner');
  const paying = await beginPaying(shop);
  await verify(paying.shopper, await pay(shop, paying));
  const [order] = await shop.rows<{ id: string; order_number: string }>(
    'select id, order_number from orders where intent_id = $1',
    [paying.id],
  );
  shop.loseWebhooks(false);
  const refund = { version: 0, amount: 100, reason: 'goodwill' };
  const key = { 'idempotency-key': 'refund-complete-key' };
  await owner.request('POST', `/api/admin/orders/${order?.id}/refunds`, refund, key);
  await shop.settle();
  await jobsDone(shop.db.owner);
  await shop.rows("update jobs.job set start_after = now() where name = 'order-mail'");
  await jobsDone(shop.db.owner);

  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  const emails: { subject: string; text: string }[] = body;
  const about = emails.filter(
    ({ subject }) => subject === `Refund for order #${order?.order_number}`,
  );
  expect(about).toHaveLength(1);
  expect(about[0]?.text).toContain('₹100.00');
  expect(about[0]?.text).toContain('has been refunded');
  expect(about[0]?.text).toContain('no real payment is taken');

  const again = await owner.request(
    'POST',
    `/api/admin/orders/${order?.id}/emails`,
    { version: 1 },
    { 'idempotency-key': 'refund-sent-again' },
  );
  expect(again.status).toBe(200);
  await jobsDone(shop.db.owner);
  const { body: now } = await send(shop.app, 'GET', '/dev/mailbox.json');
  expect(now[0]).toMatchObject({ to: paying.shopper.shopper.email, subject: about[0]?.subject });
  expect(now[0].text).toContain('Your refund is complete');
});

/** The gateway takes a refund only after the shopper was told that it is on its way. */
async function settleAfterEmail({ begun }: Paying): Promise<void> {
  const subject = `Your payment for #${begun.body.payment.order_number} is being refunded`;
  const release = shop.holdRequests('POST', /refund$/);
  await shop.settle();
  const isTold = async () => {
    const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
    return body.some((email: { subject: string }) => email.subject === subject);
  };
  await expect.poll(isTold, { timeout: 30_000 }).toBe(true);
  release();
  await shop.settleRefunds();
}
