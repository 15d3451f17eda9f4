import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import { type Priced, whenBegun, whenEnded } from '#domain/mrp.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';

/**
 * The job that applies all price changes that are due, the one that is due longest first, so that a late run ends where
 * runs in time would have. Each in a transaction of its own: with several products' locks it could wait for an order that
 * waits for it. It works with the role shop_worker.
 */
export async function applyPriceChanges(database: Database): Promise<void> {
  while (await database.transactAsGuest(applyNext));
}

/** Whether a price change was due. */
async function applyNext(tx: Transaction): Promise<boolean> {
  await tx.rows(lockPriceChanges());
  const [due] = await tx.rows(findDue());
  if (!due) return false;
  const before = requireRow(await tx.rows(lockPrices(due.product_id)));
  const [change] = await tx.rows(lockPriceChange(due));
  // Until we had the product, somebody had set another price or withdrawn the change.
  if (!change) return true;
  const begins = due.state === 'scheduled';
  const priced = begins ? whenBegun(change, before) : whenEnded(change, before);
  await tx.rows(setPrices(due.product_id, priced));
  await tx.rows(begins ? beginPriceChange(due.id, before) : endPriceChange(due.id));
  const verb = begins ? 'start_price_change' : 'end_price_change';
  await tx.rows(logPrices(verb, due.product_id, before, priced));
  return true;
}

/** Two runs at once: the second waits here. */
export function lockPriceChanges() {
  return statement`select pg_advisory_xact_lock(hashtextextended('price_changes', 0))`;
}

type Due = { id: string; product_id: string; state: 'scheduled' | 'active' };

/** The change that is due longest. */
export function findDue() {
  return statement<Due>`
    select id, product_id, state from (
      (select id, product_id, state, starts_at as at from price_changes
        where state = 'scheduled' and starts_at <= clock_timestamp() order by starts_at limit 1)
      union all
      (select id, product_id, state, ends_at from price_changes
        where state = 'active' and ends_at <= clock_timestamp() order by ends_at limit 1)
    ) due
    order by at, state limit 1`;
}

export function lockPrices(product: string) {
  return statement<Priced>`
    select price, mrp from products where id = ${product} for no key update`;
}

/** No row if it has another state by now. The former price is null until it begins. */
export function lockPriceChange({ id, state }: Due) {
  return statement<Parameters<typeof whenEnded>[0]>`
    select price, mrp, former_price, former_mrp from price_changes
    where id = ${id} and state = ${state} for update`;
}

export function setPrices(product: string, { price, mrp }: Priced) {
  return statement`update products set price = ${price}, mrp = ${mrp} where id = ${product}`;
}

/** A change without an end is done when it begins. */
export function beginPriceChange(id: string, before: Priced) {
  return statement`
    update price_changes set state = case when ends_at is null then 'done' else 'active' end,
      former_price = ${before.price}, former_mrp = ${before.mrp}
    where id = ${id}`;
}

export function endPriceChange(id: string) {
  return statement`update price_changes set state = 'done' where id = ${id}`;
}

export function logPrices(verb: ServerAuditVerb, product: string, before: Priced, after: Priced) {
  return statement`
    insert into audit_log (verb, subject_type, subject_id, before, after, reason)
    values (${verb}, 'product', ${product}, ${JSON.stringify(before)}, ${JSON.stringify(after)}, 'scheduled')`;
}
