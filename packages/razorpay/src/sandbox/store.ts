import { randomInt } from 'node:crypto';
import type pg from 'pg';

type SandboxOrder = {
  id: string;
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  status: string;
  attempts: number;
  created_at: number;
};

export type SandboxPayment = {
  id: string;
  order_id: string;
  amount: number;
  status: string;
  method: string;
  amount_refunded: number;
  /** What the customer paid on top of the order's amount, and what an offer took off, in paise. */
  fee: number;
  discount: number;
  created_at: number;
};

const ORDER = `id, amount::float8 as amount, amount_paid::float8 as amount_paid,
  case status when 'paid' then 0 else amount - amount_paid end::float8 as amount_due, currency, receipt, status, attempts, floor(extract(epoch from created_at))::float8 as created_at`;
const PAYMENT = `id, order_id, amount::float8 as amount, status, method,
  amount_refunded::float8 as amount_refunded, fee::float8 as fee, discount::float8 as discount, floor(extract(epoch from created_at))::float8 as created_at`;

/** A database transaction of the sandbox, which also queues webhook events. */
export type SandboxTransaction = {
  order(id: string): Promise<SandboxOrder | undefined>;
  payment(id: string): Promise<SandboxPayment | undefined>;
  run(text: string, values: unknown[]): Promise<Record<string, unknown>[]>;
  emit(event: string, payload: Record<string, object>): Promise<void>;
};

export async function inTransaction<T>(
  pool: pg.Pool,
  faults: () => Faults,
  work: (tx: SandboxTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(transactionOn(client, faults));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true); // closes the connection, which rolls back
    throw error;
  }
}

function transactionOn(client: pg.PoolClient, faults: () => Faults): SandboxTransaction {
  return {
    async order(id) {
      const found = await client.query<SandboxOrder>(
        `select ${ORDER} from sandbox_gateway.orders where id = $1 for update`,
        [id],
      );
      return found.rows[0];
    },
    async payment(id) {
      const found = await client.query<SandboxPayment>(
        `select ${PAYMENT} from sandbox_gateway.payments where id = $1 for update`,
        [id],
      );
      return found.rows[0];
    },
    run: async (text, values) => (await client.query(text, values)).rows,
    async emit(event, payload) {
      const contains = Object.keys(payload);
      const entities = Object.fromEntries(
        Object.entries(payload).map(([name, entity]) => [name, { entity }]),
      );
      const body = JSON.stringify({
        entity: 'event',
        account_id: 'acc_sandbox0000000',
        event,
        contains,
        payload: entities,
        created_at: Math.floor(Date.now() / 1000),
      });
      const id = newId('evt');
      for (const delay of faults().deliveries(event)) {
        await client.query(
          `insert into sandbox_gateway.deliveries (event_id, body, next_at)
           values ($1, $2, now() + make_interval(secs => $3))`,
          [id, body, delay / 1000],
        );
      }
    },
  };
}

export async function readOrders(
  pool: pg.Pool,
  where: { id?: string; receipt?: string },
): Promise<SandboxOrder[]> {
  const found = await pool.query<SandboxOrder>(
    `select ${ORDER} from sandbox_gateway.orders
     where ($1::text is null or id = $1) and ($2::text is null or receipt = $2)
     order by created_at desc limit 100`,
    [where.id ?? null, where.receipt ?? null],
  );
  return found.rows;
}

export async function readPayments(
  pool: pg.Pool,
  where: { id?: string; order?: string; count?: number; skip?: number },
): Promise<SandboxPayment[]> {
  const found = await pool.query<SandboxPayment>(
    `select ${PAYMENT} from sandbox_gateway.payments
     where ($1::text is null or id = $1) and ($2::text is null or order_id = $2)
     order by payments.created_at desc, payments.id limit $3 offset $4`,
    [where.id ?? null, where.order ?? null, where.count ?? 100, where.skip ?? 0],
  );
  return found.rows;
}

/** Network faults that the sandbox can simulate. Only tests trigger them. */
export type RequestFault = 'server_error' | 'too_many' | 'reset_before' | 'reset_after' | 'hang';

export type Faults = {
  /** The fault for a request of the shop; null: none. The request is served once this is known. */
  request(method: string, path: string): RequestFault | null | Promise<RequestFault | null>;
  /**
   * One delay in milliseconds for each copy of the event to send: an empty list drops it, two entries send it twice.
   */
  deliveries(event: string): number[];
};

export const NO_FAULTS: Faults = { request: () => null, deliveries: () => [0] };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Razorpay's format: a prefix and 14 letters or digits. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'evt'): string {
  let id = `${prefix}_`;
  for (let i = 0; i < 14; i += 1) id += ALPHABET.charAt(randomInt(ALPHABET.length));
  return id;
}
