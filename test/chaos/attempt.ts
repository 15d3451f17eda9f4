import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, Outcome, Paid } from '@aparajita/razorpay/sandbox';
import type { ChaosContext, Customer } from './customer.ts';

/** The product that everybody wants and that runs out, and one that does not. */
export const SCARCE = '1';
export const PLENTY = '2';

/** One attempt to pay; false when no payment was begun, for example because the product was sold out. */
export async function attemptPayment(context: ChaosContext, customer: Customer): Promise<boolean> {
  const order = await fillCart(customer);
  const window = order && (await begin(context, customer, order));
  if (order && window) await atTheWindow(context, customer, order, window);
  return Boolean(window);
}

/** Everything that the shopper and the environment may do while the payment window is open. */
async function atTheWindow(
  context: ChaosContext,
  customer: Customer,
  order: Order,
  window: { order_id: string },
): Promise<void> {
  const { random } = customer;
  await sleep(random.below(150));

  if (random.percent(10)) return context.count('left without paying');
  const switched = random.percent(6);
  if (switched) await switchToCash(context, customer, order);
  if (random.percent(15)) await payAt(context, window.order_id, { outcome: 'fail' });

  const outcome = kindOf(customer);
  context.count(`paid: ${outcome.name}`);
  const paid = await payAt(context, window.order_id, outcome.attempt);
  if (random.percent(6)) {
    context.count('paid twice');
    await payAt(context, window.order_id, { outcome: 'success', again: true });
  }
  if (!paid) return;
  if (random.percent(4)) await dispute(context, customer, paid);
  await impersonate(context, customer);
  context.seen.push(paid);
  if (random.percent(40)) return context.count('browser closed');
  const copies = random.percent(30) ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: copies }, () =>
      customer.request('POST', '/verify-razorpay-payment', paid),
    ),
  );
  for (const { status, body } of answers) {
    context.count(`verify: ${status} ${body.status ?? body.error?.code}`);
    if (body.status === 'paid') tell(context, customer, body.order_id, order, 'razorpay');
  }
}

async function fillCart({ request, random, addressId }: Customer) {
  await request('DELETE', '/cart');
  const product_id = random.percent(55) ? SCARCE : PLENTY;
  await request('POST', '/cart/items', { product_id, quantity: 1 + random.below(2) });
  const cart = await request('GET', '/cart');
  let total_amount = 0;
  for (const line of cart.body) total_amount += line.price * line.quantity;
  if (total_amount === 0) return null;
  const order = { shipping_address_id: addressId, total_amount };
  if (random.percent(70)) return order;
  return { ...order, total_amount: total_amount - CODE.rupees, coupon_code: CODE.code };
}

type Order = { shipping_address_id: string; total_amount: number; coupon_code?: string };

/** A discount code that is soon used up. */
export const CODE = { code: 'CHAOS', rupees: 10 };

async function begin(context: ChaosContext, customer: Customer, order: Order) {
  const key = randomUUID();
  const clicks = customer.random.percent(10) ? 2 : 1;
  for (let tries = 0; tries < 4; tries += 1) {
    const answers = await Promise.all(
      Array.from({ length: clicks }, () =>
        customer.request('POST', '/payments/razorpay', order, key),
      ),
    );
    const opened = answers.find(({ status }) => status === 201);
    if (opened) {
      return { order_id: String(opened.body.options.order_id) };
    }
    const code = answers[0]?.body.error?.code;
    if (code !== 'gateway_unavailable') {
      context.count(`turned away: ${code}`);
      return null;
    }
  }
  context.count('turned away: the gateway never answered');
  return null;
}

async function switchToCash(context: ChaosContext, customer: Customer, order: Order) {
  const body = { ...order, payment_method: 'cod' };
  const answer = await customer.request('POST', '/orders', body, randomUUID());
  context.count(`switched to cash: ${answer.status}`);
  if (answer.status === 201) tell(context, customer, answer.body.id, order, 'cod');
}

function tell(
  context: ChaosContext,
  customer: Customer,
  id: unknown,
  order: Order,
  method: string,
): void {
  const { userId: user, home: address } = customer;
  context.acknowledged.push({
    order: String(id),
    user,
    amount: order.total_amount,
    address,
    method,
  });
}

function kindOf({ random }: Customer): { name: string; attempt: PayAttempt } {
  if (random.percent(4))
    return { name: 'another amount', attempt: { outcome: 'success', amount: 100 } };
  if (random.percent(12)) {
    return { name: 'late', attempt: { outcome: 'late', lateMs: 500 + random.below(6_000) } };
  }
  const outcome: Outcome = random.percent(10) ? 'authorized' : 'success';
  if (random.percent(5)) return { name: 'an offer', attempt: { outcome, discount: 4_990 } };
  if (random.percent(5)) return { name: 'with the fee', attempt: { outcome, fee: 1_178 } };
  return { name: outcome, attempt: { outcome } };
}

type PayAttempt = Omit<Attempt, 'method'>;

/** The customer's bank disputes the payment, and may decide at once. */
async function dispute(context: ChaosContext, { random }: Customer, paid: Paid): Promise<void> {
  const { sandbox } = context;
  const id = await sandbox.dispute(paid.razorpay_payment_id).catch(() => null);
  if (id === null) return; // the database was just restarted
  context.count('disputed');
  if (random.percent(30)) return;
  await sandbox.moveDispute(id, 'under_review').catch(() => {});
  await sandbox.moveDispute(id, random.percent(50) ? 'lost' : 'won').catch(() => {});
}

/** Between the customer and their bank: killing shop processes does not affect it, but restarting the database does. */
async function payAt(
  context: ChaosContext,
  order: string,
  attempt: PayAttempt,
): Promise<Paid | null> {
  const paid = await context.sandbox.pay(order, { method: 'upi', ...attempt }).catch(() => null);
  return paid ?? null;
}

/** Submits another shopper's payment as their own. */
async function impersonate(context: ChaosContext, { request, random }: Customer): Promise<void> {
  if (context.seen.length === 0 || !random.percent(15)) return;
  const { status } = await request('POST', '/verify-razorpay-payment', random.pick(context.seen));
  context.count(`another's payment shown: ${status}`);
  // A payment of their own may be among those seen; it gets the same response as before.
  if (status !== 404 && status !== 200 && status !== 409) {
    context.broken.push(`another's payment was answered ${status}`);
  }
}
