import { AppError } from '#contract/errors.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type LastEmail, lastEmail } from '#server/orders/order-update-email.ts';
import { type LastUpdate, UPDATE_COLUMNS } from '#server/orders/order-update-query.ts';
import { type Change, lockForChange, requireVersion, unchanged } from './change-order.ts';

/**
 * Sends the customer the last email about an order again, once per key: its event, its audit entry and its job are of one
 * transaction. The job sends nothing if the order has moved on by then.
 *
 * @throws AppError order_not_found, order_changed; idempotency_key_reused; nothing_to_send; email_waits until the first
 * one has left; too_many_requests a second time within a minute: nobody's mailbox is flooded.
 */
export function sendEmailAgain(
  jobs: Jobs,
  id: string,
  version: number,
  key: string,
): Change<Transaction> {
  return async (tx) => {
    const order = await lockForChange(tx, id);
    const done = unchanged('send_email_again', order);
    const email = lastEmail(requireRow(await tx.rows(findLastUpdate(id)), 'order_not_found'));
    const event = typeof email === 'string' ? null : email.event;
    const { former, again_in, waits } = requireRow(await tx.rows(findSending(id, key, event)));
    if (former === 'send_email_again') return done;
    if (former !== null) throw new AppError('idempotency_key_reused');
    requireVersion(order, version);
    if (typeof email === 'string') throw new AppError('nothing_to_send', { message: email });
    if (again_in !== null) throw tooSoon(again_in);
    if (waits) throw stillWaits(waits.seconds);
    const sent = requireRow(await tx.rows(noteSentAgain(id, email, key)));
    await writeAudit(tx, 'send_email_again', ['order', id], { after: { subject: email.subject } });
    await jobs.send(tx, 'order-mail-again', {
      user_id: order.user_id,
      order_id: id,
      event_id: email.event,
      sent_id: sent.id,
    });
    return done;
  };
}

/** Which email it is does not depend on what it says of a return. */
export function findLastUpdate(id: string) {
  return statement<LastUpdate>`
    select ${UPDATE_COLUMNS}, false as return_declined, orders.status, exists (
        select from audit_log
        where subject_type = 'customer' and subject_id = orders.user_id::text and verb = 'delete_customer'
      ) as customer_deleted
    from orders where id = ${id}`;
}

type Sending = {
  /** The kind of the event with this key. */
  former: string | null;
  /** Seconds until another one may be sent; null where one may be now. */
  again_in: number | null;
  /** The email has not left: for so many seconds yet, null while the shop tries to send it. */
  waits: { seconds: number | null } | null;
};

/** `event`: the step that the email is about, null for the confirmation. */
export function findSending(id: string, key: string, event: string | null) {
  return statement<Sending>`
    select (
        select kind from order_events
        where order_id = ${id} and staff_id = current_staff() and idempotency_key = ${key}
      ) as former,
      (
        select ceil(extract(epoch from ended - now()))::integer from (
          select max(at) + interval '1 minute' as ended from order_events
          where order_id = ${id} and kind = 'send_email_again'
        ) minute where ended > now()
      ) as again_in,
      (
        select jsonb_build_object('seconds',
          ceil(extract(epoch from max(start_after) filter (where state = 'created' and start_after > now()) - now())))
        from jobs.unfinished_jobs
        where name in ('order-confirmation', 'order-mail', 'order-mail-again')
          and state < 'active' and not blocked -- as the index of waiting jobs has it
          and data ->> 'order_id' = ${id}
          and (name = 'order-mail-again' or data ->> 'event_id' is not distinct from ${event})
        having count(*) > 0
      ) as waits`;
}

function noteSentAgain(id: string, { subject }: Pick<LastEmail, 'subject'>, key: string) {
  return statement<{ id: string }>`
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
    select id, user_id, 'send_email_again', 'staff', current_staff(), ${JSON.stringify({ subject })}::jsonb, false, ${key}
    from orders where id = ${id}
    returning id::text`;
}

function tooSoon(seconds: number): AppError {
  const message = `An email about this order was sent again just now. Another one can be sent in ${seconds} seconds.`;
  return new AppError('too_many_requests', { message, retryAfter: seconds });
}

function stillWaits(seconds: number | null): AppError {
  const later = seconds === null ? {} : { retryAfter: seconds };
  return new AppError('email_waits', {
    message: seconds === null ? IS_TRIED : WAITS_ITS_MINUTE,
    ...later,
  });
}

const WAITS_ITS_MINUTE =
  'The last email about this order has not been sent yet. It is held for a minute so that the step can be undone. If it does not arrive after that, send it again.';

const IS_TRIED =
  'The last email about this order has not been sent yet. The shop tries to send it until the mail server takes it.';
