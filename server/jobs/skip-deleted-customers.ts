import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { AboutCustomer, CustomerEmail } from './queues.ts';
import type { JobHandlers } from './worker.ts';

/**
 * The jobs that email customers, which do nothing once the customer is deleted. Orders and payments of somebody who is
 * gone go on: a parcel comes back, a bank processes a refund, staff record it, each with its email. Asked here and not in
 * each email's query, because the address is in several places: in the job, the order and the payment.
 */
export function skipDeletedCustomers(
  handlers: Pick<JobHandlers, CustomerEmail>,
  database: Database,
): Pick<JobHandlers, CustomerEmail> {
  function skipped<Data extends AboutCustomer>(handle: Handle<Data>): Handle<Data> {
    return async (data, isLastAttempt) => {
      if (data.user_id !== undefined && (await isDeleted(database, data.user_id))) return;
      await handle(data, isLastAttempt);
    };
  }
  return {
    'order-confirmation': skipped(handlers['order-confirmation']),
    'order-mail': skipped(handlers['order-mail']),
    'order-mail-again': skipped(handlers['order-mail-again']),
    'payment-received': skipped(handlers['payment-received']),
    'refund-started': skipped(handlers['refund-started']),
    'refund-done': skipped(handlers['refund-done']),
    'auth-mail': skipped(handlers['auth-mail']),
  };
}

type Handle<Data> = (data: Data, isLastAttempt: boolean) => Promise<void>;

async function isDeleted(database: Database, userId: string): Promise<boolean> {
  const [row] = await database.rows(findDeleted(userId));
  return row?.deleted === true;
}

/** Whether the owner of the database has deleted this customer. */
export function findDeleted(userId: string) {
  return statement<{ deleted: boolean }>`select customer_is_deleted(${userId}) as deleted`;
}
