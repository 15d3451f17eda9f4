import type pg from 'pg';
import { type Faults, inTransaction, newId } from './store.ts';

type DisputeEvent = 'created' | 'under_review' | 'action_required' | 'won' | 'lost' | 'closed';

const DISPUTE = `id, payment_id, amount::float8 as amount, amount_deducted::float8 as amount_deducted, reason_code, phase,
  status, 'INR' as currency, floor(extract(epoch from respond_by))::float8 as respond_by,
  floor(extract(epoch from created_at))::float8 as created_at`;

export function createDisputer(pool: pg.Pool, faults: () => Faults) {
  /** Runs a statement that returns the dispute, and tells the shop. */
  function change(event: DisputeEvent, text: string, values: unknown[]): Promise<string> {
    return inTransaction(pool, faults, async (tx) => {
      const [dispute] = await tx.run(`${text} returning ${DISPUTE}`, values);
      const payment = await tx.payment(String(dispute?.payment_id));
      if (!dispute || !payment) throw new Error('The sandbox has no such payment or dispute');
      await tx.emit(`payment.dispute.${event}`, { payment, dispute });
      return String(dispute.id);
    });
  }
  return {
    /** The customer's bank disputes a captured payment, wholly or `amount` paise of it; returns the dispute's id. */
    dispute: (paymentId: string, amount?: number): Promise<string> =>
      change(
        'created',
        `insert into sandbox_gateway.disputes (id, payment_id, amount)
         select $1, id, coalesce($3, amount) from sandbox_gateway.payments where id = $2`,
        [newId('disp'), paymentId, amount ?? null],
      ),
    /** What becomes of a dispute. A lost one is deducted from the account. */
    async moveDispute(id: string, event: DisputeEvent): Promise<void> {
      const status = event === 'created' || event === 'action_required' ? 'open' : event;
      await change(
        event,
        `update sandbox_gateway.disputes
         set status = $2, amount_deducted = case $2 when 'lost' then amount else amount_deducted end
         where id = $1`,
        [id, status],
      );
    },
  };
}

/** The newest disputes, or the one with this id. */
export async function readDisputes(pool: pg.Pool, id: string | null): Promise<object[]> {
  const found = await pool.query(
    `select ${DISPUTE} from sandbox_gateway.disputes where $1::text is null or id = $1
     order by disputes.created_at desc, disputes.id limit 100`,
    [id],
  );
  return found.rows;
}
