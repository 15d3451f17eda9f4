import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { GatewayKey } from '#razorpay/keys.ts';
import {
  type Faults,
  inTransaction,
  newId,
  type SandboxPayment,
  type SandboxTransaction,
} from './store.ts';

/** How a payment attempt ends. `late`: it fails first and is authorized later; `authorized`: no automatic capture. */
export type Outcome = 'success' | 'fail' | 'late' | 'authorized';

export type Attempt = {
  outcome: Outcome;
  method: 'card' | 'upi';
  /** Another amount than the order's, in paise: the order is not paid then. */
  amount?: number;
  /** What the customer pays on top, where the account lets customers bear the gateway's fee. */
  fee?: number;
  /** What an offer of the account takes off. */
  discount?: number;
  /** Pays even if the order is paid already. */
  again?: boolean;
  /** Milliseconds until a `late` payment is authorized. */
  lateMs?: number;
};

export type Paid = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export function createPayer(pool: pg.Pool, key: GatewayKey, faults: () => Faults) {
  return {
    /** What checkout.js passes to its handler; null when the attempt failed, undefined when there is nothing to pay. */
    pay: (orderId: string, attempt: Attempt): Promise<Paid | null | undefined> =>
      inTransaction(pool, faults, async (tx) => {
        const order = await tx.order(orderId);
        if (!order || (order.status === 'paid' && !attempt.again)) return undefined;
        const id = newId('pay');
        const { fee = 0, discount = 0 } = attempt;
        const succeeds = attempt.outcome === 'success' || attempt.outcome === 'authorized';
        await tx.run(
          `insert into sandbox_gateway.payments (id, order_id, amount, fee, discount, status, method, authorize_at)
           values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
          [
            id,
            orderId,
            (attempt.amount ?? order.amount) + fee - discount,
            fee,
            discount,
            succeeds ? 'authorized' : 'failed',
            attempt.method,
            attempt.outcome === 'late' ? (attempt.lateMs ?? 0) / 1000 : null,
          ],
        );
        await tx.run(
          `update sandbox_gateway.orders set attempts = attempts + 1,
             status = case status when 'paid' then 'paid' else 'attempted' end where id = $1`,
          [orderId],
        );
        const payment = await findPayment(tx, id);
        await tx.emit(succeeds ? 'payment.authorized' : 'payment.failed', { payment });
        if (attempt.outcome === 'success') await capturePayment(tx, payment);
        if (!succeeds) return null;
        const signed = `${orderId}|${id}`;
        return {
          razorpay_payment_id: id,
          razorpay_order_id: orderId,
          razorpay_signature: createHmac('sha256', key.secret).update(signed).digest('hex'),
        };
      }),

    /** Authorizes the `late` payments that are due; returns how many. */
    authorizeLate: (): Promise<number> =>
      inTransaction(pool, faults, async (tx) => {
        const late = await tx.run(
          `update sandbox_gateway.payments set status = 'authorized', authorize_at = null
           where id in (
             select id from sandbox_gateway.payments where authorize_at <= now() for update skip locked
           )
           returning id, order_id`,
          [],
        );
        for (const { id, order_id } of late) {
          const payment = await findPayment(tx, String(id));
          await tx.emit('payment.authorized', { payment });
          const order = await tx.order(String(order_id));
          if (order?.status !== 'paid') await capturePayment(tx, payment);
        }
        return late.length;
      }),
  };
}

/**
 * Captures an authorized payment. Its order is paid if that is the order's amount, less the discount of an offer. The
 * customer's fee is no part of what was paid for the order.
 * https://razorpay.com/docs/payments/offers/s2s-integration/ (step 5)
 */
export async function capturePayment(
  tx: SandboxTransaction,
  payment: SandboxPayment,
): Promise<SandboxPayment> {
  await tx.run(`update sandbox_gateway.payments set status = 'captured' where id = $1`, [
    payment.id,
  ]);
  await tx.run(
    `update sandbox_gateway.orders set amount_paid = amount_paid + $2,
       status = case when amount_paid + $2 + $3 >= amount then 'paid' else status end
     where id = $1 and status <> 'paid'`,
    [payment.order_id, payment.amount - payment.fee, payment.discount],
  );
  const captured = await findPayment(tx, payment.id);
  const order = await tx.order(payment.order_id);
  await tx.emit('payment.captured', { payment: captured });
  if (order) await tx.emit('order.paid', { payment: captured, order });
  return captured;
}

async function findPayment(tx: SandboxTransaction, id: string): Promise<SandboxPayment> {
  const payment = await tx.payment(id);
  if (!payment) throw new Error(`The sandbox has no payment ${id}`);
  return payment;
}
