import { BATCH_SIZE, deleteInBatches } from '@aparajita/postgres/delete-in-batches';
import type { CompiledQuery } from 'kysely';
import { DAY_MS } from '#domain/day.ts';
import { keysOf } from '#domain/keys-of.ts';
import { RETENTION_DAYS } from '#domain/retention.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import { deleteUnusedPictures } from './delete-unused-pictures.ts';

/** Retention periods in days, by what is deleted afterwards; see docs/decisions/043. */
export const DAYS = {
  abandonedPayments: RETENTION_DAYS.abandonedPayments,
  carts: RETENTION_DAYS.carts,
  correctedAddresses: RETENTION_DAYS.correctedAddresses,
  demoEmails: 30,
  invitations: 30,
  staffSessions: 1,
  // A week for a product's form, which keeps what is not saved in its browser, and a day.
  unusedPictures: 8,
};

/** Deletes rows from before a time, at most `limit`, and returns one row for each of them. */
type DeleteRows = (before: Date, limit: number) => CompiledQuery<unknown>;

const DELETIONS: Record<Exclude<keyof typeof DAYS, 'unusedPictures'>, DeleteRows> = {
  abandonedPayments: deleteAbandonedPayments,
  carts: deleteCarts,
  correctedAddresses: forgetCorrectedAddresses,
  demoEmails: deleteDemoEmails,
  invitations: deleteInvitations,
  staffSessions: deleteStaffSessions,
};

/**
 * Deletes what is older than its retention period, with the role shop_worker. Runs every night; continues the next night if
 * interrupted, and with what somebody holds a lock on.
 */
export async function deleteExpiredData(
  database: Database,
  now: Date,
  batch = BATCH_SIZE,
): Promise<void> {
  const before = (deletion: keyof typeof DAYS) => new Date(now.getTime() - DAYS[deletion] * DAY_MS);
  for (const deletion of keysOf(DELETIONS))
    await deleteAll(database, DELETIONS[deletion], before(deletion), batch);
  await deleteInBatches(
    (limit) => deleteUnusedPictures(database, before('unusedPictures'), limit),
    batch,
  );
}

/** The same for data of guests, which counts from when it expires. */
export async function deleteExpiredGuestData(
  database: Database,
  now: Date,
  batch = BATCH_SIZE,
): Promise<void> {
  for (const deletion of [deleteRateLimits, deleteMessages, deleteUnconfirmed])
    await deleteAll(database, deletion, now, batch);
}

function deleteAll(
  database: Database,
  deletion: DeleteRows,
  before: Date,
  batch: number,
): Promise<void> {
  return deleteInBatches(
    async (limit) => (await database.rows(deletion(before, limit))).length,
    batch,
  );
}

/**
 * Payments that were begun and never paid, with what failed to pay them: like what was never tried. What the gateway has
 * held, taken or given back stays.
 */
export function deleteAbandonedPayments(before: Date, limit: number) {
  return statement`
    with old as (
      select id from payment_intents
      where state in ('expired', 'superseded', 'refused') and not holds_stock and not signature_received
        and created_at < ${before}
        and not exists (
          select from payments where intent_id = payment_intents.id and status in ('authorized', 'captured', 'refunded')
        )
      order by created_at limit ${limit}
      for update skip locked
    ), items as (
      delete from payment_intent_items where intent_id = any(array(select id from old))
    ), attempts as (
      -- The status again: an attempt that was captured just now stays, and its foreign key stops this deletion.
      delete from payments where intent_id = any(array(select id from old)) and status in ('created', 'failed')
    )
    delete from payment_intents where id = any(array(select id from old)) returning id`;
}

/** Lines of carts that nobody has touched, of shoppers without a session. */
export function deleteCarts(before: Date, limit: number) {
  return statement`
    delete from cart_items where id = any(array(
      select id from cart_items
      where created_at < ${before}
        -- Not 'exists', which may read all sessions at once.
        and (select user_id from auth.sessions where user_id = cart_items.user_id limit 1) is null
      order by created_at limit ${limit}
      for update skip locked
    ))
    returning id`;
}

/** Takes the addresses out of entries about corrected orders: who corrected which order, and when, stays. */
export function forgetCorrectedAddresses(before: Date, limit: number) {
  return statement`
    update audit_log set before = null, after = null where id = any(array(
      select id from audit_log
      where verb = 'correct_address' and at < ${before} and (before is not null or after is not null)
      order by id limit ${limit}
      for update skip locked
    ))
    returning id`;
}

export function deleteDemoEmails(before: Date, limit: number) {
  return statement`
    delete from demo_emails where id = any(array(
      select id from demo_emails where created_at < ${before} order by created_at limit ${limit}
    ))
    returning id`;
}

/** Invitations that nobody has accepted and nobody can any more. */
export function deleteInvitations(before: Date, limit: number) {
  return statement`
    delete from staff_invitations where id = any(array(
      select id from staff_invitations where used_at is null and expires_at < ${before}
      order by expires_at limit ${limit}
      for update skip locked
    ))
    returning id`;
}

/** What is older counts no more than what is not there. */
export function deleteStaffSessions(before: Date, limit: number) {
  return statement`
    delete from staff_sessions where session_id = any(array(
      select session_id from staff_sessions where used_at < ${before} order by used_at limit ${limit}
      for update skip locked
    ))
    returning session_id`;
}

/**
 * What is being renewed at this moment does not count as expired: without the lock the deletion waited for the renewal and
 * then deleted the renewed row, a rate limit counted from zero.
 */
export function deleteRateLimits(now: Date, limit: number) {
  return statement`
    delete from rate_limits where key = any(array(
      select key from rate_limits where expire <= ${now.getTime()}::bigint order by expire limit ${limit}
      for update skip locked
    ))
    returning key`;
}

export function deleteMessages(now: Date, limit: number) {
  return statement`
    delete from contact_messages where id = any(array(
      select id from contact_messages
      where created_at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS.messages})
      order by created_at limit ${limit}
      for update skip locked
    ))
    returning id`;
}

/** Addresses whose newest email to confirm is good for nothing any more. */
export function deleteUnconfirmed(now: Date, limit: number) {
  return statement`
    delete from newsletter_subscriptions where email = any(array(
      select email from newsletter_subscriptions
      where confirmed_at is null
        and created_at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS.unconfirmedSubscriptions})
        and (token_expires_at is null or token_expires_at < ${now})
      order by created_at limit ${limit}
      for update skip locked
    ))
    returning email`;
}
