import { AppError } from '#contract/errors.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type LastEmail, lastEmail } from '#server/orders/order-update-email.ts';
import { type LastUpdate, UPDATE_COLUMNS } from '#server/orders/order-update-query.ts';
import { requireActionDone } from './require-action-done.ts';

/**
 * Sends the customer the last email about an order again, once per key: its event, its audit entry and its job are of one
 * transaction. The job sends nothing if the order has moved on by then.
 *
 * @throws AppError order_not_found, order_changed; nothing_to_send; email_waits until the first one has left;
 * too_many_requests a second time within a minute.
 */
export function sendEmailAgain(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  version: number,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const order = requireRow(await tx.rows(findLastUpdate(id)), 'order_not_found');
    const email = lastEmail(order);
    const [row] = await tx.rows(
      noteSentAgain(id, version, typeof email === 'string' ? null : email, key),
    );
    if (row?.outcome === 'nothing_to_send' && typeof email === 'string')
      throw new AppError('nothing_to_send', { message: email });
    if (row) refuseUntilLater(row);
    const { event, shopper } = await requireActionDone(tx, id, row);
    if (typeof email === 'string' || event === null || shopper === null) return;
    await jobs.send(tx, 'order-mail-again', {
      user_id: shopper,
      order_id: id,
      event_id: email.event,
      sent_id: event,
    });
  });
}

/** Which email it is does not depend on what it says of a return. */
export function findLastUpdate(id: string) {
  return statement<LastUpdate>`
    select ${UPDATE_COLUMNS}, false as return_declined, orders.status, customer_is_deleted(orders.user_id) as customer_deleted
    from orders where id = ${id}`;
}

type SentAgain = {
  outcome: string;
  /** Null if this key was used before. */
  event: string | null;
  shopper: string | null;
  /** Seconds. */
  wait: number | null;
};

/** See send_email_again() in db/schema. */
export function noteSentAgain(id: string, version: number, email: LastEmail | null, key: string) {
  return statement<SentAgain>`
    select outcome, event::text, shopper, wait
    from send_email_again(${id}, ${version}, ${email?.subject ?? null}, ${key}, ${email?.event ?? null}::bigint)`;
}

function refuseUntilLater({ outcome, wait }: SentAgain): void {
  const later = wait === null ? {} : { retryAfter: wait };
  if (outcome === 'email_waits')
    throw new AppError(outcome, { message: wait === null ? IS_TRIED : WAITS_ITS_MINUTE, ...later });
  const message = `An email about this order was sent again just now. Another one can be sent in ${wait} seconds.`;
  if (outcome === 'too_many_requests') throw new AppError(outcome, { message, ...later });
}

const WAITS_ITS_MINUTE =
  'The last email about this order has not been sent yet. It is held for a minute so that the step can be undone. If it does not arrive after that, send it again.';

const IS_TRIED =
  'The last email about this order has not been sent yet. The shop tries to send it until the mail server takes it.';
