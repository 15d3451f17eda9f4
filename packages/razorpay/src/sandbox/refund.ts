import type pg from 'pg';
import { newId, type SandboxTransaction } from './store.ts';

type SandboxRefund = {
  id: string;
  payment_id: string;
  amount: number;
  status: string;
  notes: object;
};
const REFUND = 'id, payment_id, amount::float8 as amount, status, notes';

export async function refundsOf(pool: pg.Pool, paymentId: string): Promise<SandboxRefund[]> {
  const found = await pool.query<SandboxRefund>(
    `select ${REFUND} from sandbox_gateway.refunds where payment_id = $1 order by created_at`,
    [paymentId],
  );
  return found.rows;
}

/** Refunds a payment; the same key with the same request returns the same refund. */
export async function refundPayment(
  tx: SandboxTransaction,
  paymentId: string,
  request: string,
  key: string | undefined,
): Promise<{ refund: object } | { status: 400 | 409; refused: string }> {
  const payment = await tx.payment(paymentId);
  if (key) {
    const [earlier] = await tx.run(
      `select ${REFUND}, request from sandbox_gateway.refunds where idempotency_key = $1`,
      [key],
    );
    if (earlier) {
      const { request: first, ...refund } = earlier;
      if (first === request) return { refund };
      return { status: 409, refused: 'Different request with the same idempotency key' };
    }
  }
  if (payment?.status !== 'captured') {
    return { status: 400, refused: 'The payment status should be captured for action to be taken' };
  }
  const body: unknown = JSON.parse(request);
  const { amount, notes } = { amount: payment.amount, notes: {}, ...(isObject(body) ? body : {}) };
  const left = payment.amount - payment.amount_refunded;
  if (typeof amount !== 'number' || amount <= 0 || amount > left) {
    return {
      status: 400,
      refused: 'The total refund amount is greater than the refund payment amount',
    };
  }
  const [refund] = await tx.run(
    `insert into sandbox_gateway.refunds (id, payment_id, amount, notes, idempotency_key, request)
     values ($1, $2, $3, $4, $5, $6) returning ${REFUND}`,
    [newId('rfnd'), paymentId, amount, JSON.stringify(notes ?? {}), key ?? null, request],
  );
  await tx.run(
    `update sandbox_gateway.payments set amount_refunded = amount_refunded + $2,
       status = case when amount_refunded + $2 = amount then 'refunded' else status end where id = $1`,
    [paymentId, amount],
  );
  const now = await tx.payment(paymentId);
  if (refund && now) await tx.emit('refund.processed', { refund, payment: now });
  return { refund: refund ?? {} };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
