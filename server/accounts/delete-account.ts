import { deleteUser } from '@aparajita/auth-server';
import { inTransaction } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { requireRow } from '#server/database/require-row.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { normalizeEmail } from './normalize-email.ts';

/** How many rows of each kind. */
export type Deletion = { deleted: Record<string, number>; kept: Record<string, number> };

/**
 * Deletes a customer's account and the data about them, in one transaction. Orders, payments and refunds stay, with name,
 * address and email as sold: the books must show them. So staff may still record where a parcel is; only a cancelled order
 * does not come back, and no job emails the customer (server/job-handlers.ts).
 *
 * @param client connected as the owner of the database, in no transaction: no role of a running server may do it.
 * @throws OperatorError if there is no such account, or it is staff's, or an order, payment or refund is under way.
 */
export function deleteAccount(client: pg.ClientBase, typedEmail: string): Promise<Deletion> {
  const email = normalizeEmail(typedEmail);
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ id: string }>(
      'select id from auth.users where email = $1 for update',
      [email],
    );
    const [user] = rows;
    if (!user) throw new OperatorError('There is no account with this email.');
    await waitForWork(client, user.id);
    const { rows: refused } = await client.query<Refusal>(UNDER_WAY, [user.id]);
    if (refused.length > 0) throw new OperatorError(refusalText(refused));
    const deletion = await deleteShopData(client, user.id, email);
    await deleteUser(client, user.id);
    return deletion;
  });
}

/** What is just being written about the customer is waited for, and then seen. */
async function waitForWork(client: pg.ClientBase, userId: string): Promise<void> {
  for (const lock of [
    // An address or a profile that is being saved; who waits to save one finds no account.
    'select pg_advisory_xact_lock(hashtextextended($1, 1))',
    // An order or a payment that is being made of this cart.
    'select from cart_items where user_id = $1 order by product_id for update',
    // A step of an order that staff are taking back.
    'select from orders where user_id = $1 order by id for no key update',
  ])
    await client.query(lock, [userId]);
}

/** `about`: the order's number; null for staff. */
type Refusal = { why: keyof typeof REASONS; about: string | null };

/**
 * Why nothing is deleted yet. Also while a payment may still be captured, because late money becomes an order: for the five
 * days of `unfinishedIntents`.
 */
const UNDER_WAY = `
  select 'staff' as why, null as about from staff where user_id = $1 and disabled_at is null
  union select 'order', order_number from orders
    where user_id = $1 and (
        fulfilment in ('pending', 'confirmed', 'packed', 'shipped', 'returning')
        -- by staff, who may take it back within this minute
        or fulfilment = 'cancelled' and payment_method = 'cod' and closed_at > now() - interval '1 minute'
          and exists (select from order_events where order_id = orders.id and kind = 'cancel' and actor = 'staff')
      )
  union select 'payment', order_number from payment_intents
    where user_id = $1 and (
      state = 'open' or holds_stock
      or state = 'expired' and (signature_received or created_at > now() - interval '5 days')
    )
  union select 'refund', intent.order_number
    from payments paid join payment_intents intent on intent.id = paid.intent_id
    where paid.user_id = $1 and (
      exists (select from refunds where payment_id = paid.id and status in ('queued', 'pending'))
      or (select owed.paise from failed_refunds_owe(paid.id) owed) > 0
    )
  order by why, about`;

async function deleteShopData(
  client: pg.ClientBase,
  userId: string,
  email: string,
): Promise<Deletion> {
  const { rows } = await client.query<{ email: string }>(EMAILS, [userId, email]);
  const emails = rows.map((row) => row.email);
  const deleted: Deletion['deleted'] = {};
  for (const [kind, statement, value] of [
    ['profile', 'delete from profiles where id = $1', userId],
    ['addresses', 'delete from addresses where user_id = $1', userId],
    ['cart', 'delete from cart_items where user_id = $1', userId],
    ['newsletter', 'delete from newsletter_subscriptions where email = any($1)', emails],
    ['messages', 'delete from contact_messages where lower(email) = any($1)', emails],
    // Those that demo mode stored.
    [
      'emails',
      'delete from demo_emails where lower(recipient) = any($1) or lower(reply_to) = any($1)',
      emails,
    ],
  ] as const)
    deleted[kind] = (await client.query(statement, [value])).rowCount ?? 0;
  await client.query('delete from staff_invitations where email = any($1) and used_at is null', [
    emails,
  ]);
  await client.query('delete from cash_blocks where user_id = $1', [userId]);
  await client.query(DELETE_JOBS, [userId, emails]);
  // The order has the address as sold; what it was before is no part of the books.
  await client.query(
    `update audit_log set before = null, after = null
     where verb = 'correct_address' and subject_type = 'order'
       and subject_id in (select id::text from orders where user_id = $1)`,
    [userId],
  );
  await client.query(
    `insert into audit_log (verb, subject_type, subject_id, reason)
     values ('delete_customer', 'customer', $1, 'command on the server')`,
    [userId],
  );
  const kept = await client.query<{ orders: number; payments: number }>(
    `select (select count(*) from orders where user_id = $1)::integer as orders,
       (select count(*) from payment_intents where user_id = $1)::integer as payments`,
    [userId],
  );
  return { deleted, kept: { ...requireRow(kept.rows) } };
}

/**
 * The addresses under which the shop knows the customer: also those that the account had when it ordered or paid, unless
 * they are another account's by now.
 */
const EMAILS = `
  select email from (
    select $2::text as email
    union select lower(email) from orders where user_id = $1
    union select lower(email) from payment_intents where user_id = $1
  ) theirs
  where email = $2 or not exists (select from auth.users where users.email = theirs.email and users.id <> $1)`;

/** Emails that are done, wait or were given up; work on payments goes on. */
const DELETE_JOBS = `
  delete from jobs.job
  where data ->> 'email' = any($2) and coalesce(data ->> 'user_id', $1) = $1
    or (coalesce(source_name, name) in ('order-mail', 'order-mail-again', 'auth-mail') and data ->> 'user_id' = $1)`;

const REASONS = {
  staff: 'It belongs to staff. First: npm run owner -- EMAIL --revoke',
  order: 'Under way: order',
  payment: 'A payment is open: order',
  refund: 'A refund is not done: order',
};

function refusalText(refused: readonly Refusal[]): string {
  const lines = refused.map(({ why, about }) => [REASONS[why], about].filter(Boolean).join(' '));
  return ['Nothing was deleted.', ...lines].join('\n');
}
