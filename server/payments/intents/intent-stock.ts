import type { Transaction } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

/** Reserves an expired intent's stock again, all or none, for a late payment. The intent's row must be locked. */
export async function reserveStock(
  tx: Transaction,
  ref: IntentRef,
  holdSeconds: number,
): Promise<boolean> {
  const [, [stock]] = await Promise.all([
    tx.rows(lockProducts(ref)),
    tx.rows(reserveIfEnough(ref, holdSeconds)),
  ]);
  return stock?.reserved ?? false;
}

/** Ends an intent and releases its stock. The intent's row must be locked. */
export async function releaseIntent(
  tx: Transaction,
  ref: IntentRef,
  state: 'expired' | 'superseded' | 'refused',
): Promise<void> {
  await Promise.all([tx.rows(lockProducts(ref)), tx.rows(releaseStock(ref, state))]);
}

/** Locks by id like every other statement, and in a separate statement; see its namesake in server/checkout. */
export function lockProducts({ id, user_id }: IntentRef) {
  return statement`
    select from products
    where id in (
      select product_id from payment_intent_items where intent_id = ${id} and user_id = ${user_id}
    )
    order by id
    for no key update of products`;
}

/** Takes an intent's units out of the stock again, all or none; `reserved` is false if there are not enough. */
export function reserveIfEnough({ id, user_id }: IntentRef, holdSeconds: number) {
  return statement<{ reserved: boolean }>`
    with line as (
      select product.id, product.stock, item.quantity
      from payment_intent_items item join products product on product.id = item.product_id
      where item.intent_id = ${id} and item.user_id = ${user_id}
    ), stock_check as (
      select bool_and(stock >= quantity) as enough from line
    ), lowered as (
      update products set stock = products.stock - line.quantity
      from line, stock_check where products.id = line.id and enough
    ), held as (
      update payment_intents
      set holds_stock = true, expires_at = now() + make_interval(secs => ${holdSeconds})
      from stock_check where id = ${id} and user_id = ${user_id} and enough
    )
    select coalesce(enough, false) as reserved from stock_check`;
}

export function releaseStock({ id, user_id }: IntentRef, state: string) {
  return statement`
    with line as (
      select item.product_id, item.quantity
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.id = ${id} and intent.user_id = ${user_id} and intent.holds_stock
    ), returned as (
      update products set stock = products.stock + line.quantity
      from line where products.id = line.product_id
    )
    update payment_intents set state = ${state}, holds_stock = false
    where id = ${id} and user_id = ${user_id}`;
}
