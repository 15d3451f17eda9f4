import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { GatewayKey } from '#razorpay/keys.ts';
import type { Faults } from './faults.ts';
import { newId } from './ids.ts';
import { inTransaction, type SandboxPayment, type Till } from './store.ts';

/** How a payer's attempt ends. `late`: the bank says no first and yes after all; `authorized`: it is never captured by itself. */
export type Outcome = 'success' | 'fail' | 'late' | 'authorized';

export type Attempt = {
  outcome: Outcome;
  method: 'card' | 'upi';
  /** Another amount than the order's, in paise. */
  amount?: number;
  /** Pays though the order is paid already. */
  again?: boolean;
  /** After how many milliseconds the late yes comes. */
  lateMs?: number;
};

export type Paid = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type Payer = {
  /** What checkout.js hands to its handler; null when the attempt failed. Undefined: there is nothing to pay. */
  pay(orderId: string, attempt: Attempt): Promise<Paid | null | undefined>;
  /** Says yes to payments whose late time has come. */
  authorizeLate(): Promise<number>;
};

export function createPayer(pool: pg.Pool, key: GatewayKey, faults: () => Faults): Payer {
  return {
    pay: (orderId, attempt) =>
      inTransaction(pool, faults, async (till) => {
        const order = await till.order(orderId);
        if (!order || (order.status === 'paid' && !attempt.again)) return undefined;
        const id = newId('pay');
        const yes = attempt.outcome === 'success' || attempt.outcome === 'authorized';
        await till.run(
          `insert into sandbox_gateway.payments (id, order_id, amount, status, method, authorize_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
          [
            id,
            orderId,
            attempt.amount ?? order.amount,
            yes ? 'authorized' : 'failed',
            attempt.method,
            attempt.outcome === 'late' ? (attempt.lateMs ?? 0) / 1000 : null,
          ],
        );
        await till.run(
          `update sandbox_gateway.orders set attempts = attempts + 1,
             status = case status when 'paid' then 'paid' else 'attempted' end where id = $1`,
          [orderId],
        );
        const payment = await known(till, id);
        await till.tell(yes ? 'payment.authorized' : 'payment.failed', { payment });
        if (attempt.outcome === 'success') await capturePayment(till, payment);
        if (!yes) return null;
        const signed = `${orderId}|${id}`;
        return {
          razorpay_payment_id: id,
          razorpay_order_id: orderId,
          razorpay_signature: createHmac('sha256', key.secret).update(signed).digest('hex'),
        };
      }),

    authorizeLate: () =>
      inTransaction(pool, faults, async (till) => {
        const late = await till.run(
          `update sandbox_gateway.payments set status = 'authorized', authorize_at = null
           where id in (
             select id from sandbox_gateway.payments where authorize_at <= now() for update skip locked
           )
           returning id, order_id`,
          [],
        );
        for (const { id, order_id } of late) {
          const payment = await known(till, String(id));
          await till.tell('payment.authorized', { payment });
          const order = await till.order(String(order_id));
          if (order?.status !== 'paid') await capturePayment(till, payment);
        }
        return late.length;
      }),
  };
}

/** Takes an authorized payment; its order is paid then. */
export async function capturePayment(till: Till, payment: SandboxPayment): Promise<SandboxPayment> {
  await till.run(`update sandbox_gateway.payments set status = 'captured' where id = $1`, [
    payment.id,
  ]);
  await till.run(
    `update sandbox_gateway.orders set status = 'paid', amount_paid = amount_paid + $2 where id = $1`,
    [payment.order_id, payment.amount],
  );
  const captured = await known(till, payment.id);
  const order = await till.order(payment.order_id);
  await till.tell('payment.captured', { payment: captured });
  if (order) await till.tell('order.paid', { payment: captured, order });
  return captured;
}

async function known(till: Till, id: string): Promise<SandboxPayment> {
  const payment = await till.payment(id);
  if (!payment) throw new Error(`The sandbox has lost the payment ${id}`);
  return payment;
}
