import { type RawBuilder, sql } from 'kysely';
import type { Customer, CustomerRow } from '#contract/admin/customers.ts';
import { normalizeEmail } from '#server/accounts/normalize-email.ts';
import { PAID_AMOUNT } from '#server/admin/orders/order-sql.ts';
import { statement } from '#server/database/tables.ts';

/** At most this many orders of a customer are summed. Nobody orders more often, and the query stays fast. */
const MAX_ORDERS = 1000;

/** The columns of the customer `person.id`, from the account, else from the last order. */
const ROW = sql`
  person.id, coalesce(account.email, latest.email) as email,
  coalesce(account.full_name, latest.shipping_address ->> 'full_name') as full_name,
  coalesce(account.phone, latest.shipping_address ->> 'phone') as phone,
  sums.orders, sums.delivered, sums.cancelled, sums.spent, sums.last_order_at`;

const SOURCES = sql`
  left join lateral (select * from customer_accounts where id = person.id offset 0) account on true
  left join lateral (
    select id, created_at, email, shipping_address from orders where user_id = person.id order by created_at desc, id desc limit 1
  ) latest on true
  cross join lateral (
    select count(*)::integer as orders, count(*) filter (where status = 'delivered')::integer as delivered,
      count(*) filter (where status = 'cancelled' or fulfilment = 'returning')::integer as cancelled,
      coalesce(sum(${PAID_AMOUNT}), 0)::float8 as spent,
      max(created_at) as last_order_at
    from (
      select id, status, fulfilment, payment_id, payment_mode, payment_status, total_amount, paid_amount, created_at
      from orders where user_id = person.id order by created_at desc limit ${MAX_ORDERS}
    ) own
  ) sums`;

type ListedCustomer = CustomerRow & {
  /** The last order; the next page begins after that of the last row. */
  last_order: string | null;
};

/** Up to `limit` customers that match a search, the latest order first. */
export function searchCustomers(typed: string, limit: number) {
  return customerRows(
    sql`find_customers(staff_query(${typed}), ${normalizeEmail(typed.replace(/^.*<(.*)>.*$/, '$1')) || null}, ${limit})`,
  );
}

/** Up to `limit` customers who have ordered, the latest order first; with `after`, only those after that order. */
export function listCustomers(after: string | undefined, limit: number) {
  return customerRows(sql`customers_by_last_order(${after ?? null}::uuid, ${limit})`);
}

function customerRows(people: RawBuilder<unknown>) {
  return statement<ListedCustomer>`
    select ${ROW}, latest.id as last_order from ${people} as person (id) ${SOURCES}
    order by latest.created_at desc nulls last, latest.id desc, person.id`;
}

/** No row for an id without account and orders. */
export function findCustomer(id: string) {
  return statement<Customer>`
    select ${ROW},
      case when account.email is not null then jsonb_build_object('created_at', account.created_at,
        'last_sign_in_at', account.last_sign_in_at, 'sessions', account.sessions, 'factors', account.factors,
        'staff', account.staff) end as account,
      (select created_at from cash_blocks where user_id = person.id) as cash_blocked_at,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'full_name', own.full_name, 'phone', own.phone,
          'address_line1', address_line1, 'address_line2', address_line2, 'city', city, 'state', state,
          'postal_code', postal_code, 'country', country, 'is_default', is_default)
          order by is_default desc, own.created_at desc), '[]')
        from addresses own where own.user_id = person.id
      ) as addresses,
      (
        select coalesce(jsonb_agg(last order by last.created_at desc), '[]') from (
          select id, order_number, created_at, fulfilment, payment_method, payment_mode, total_amount from orders
          where user_id = person.id order by created_at desc, id desc limit 50
        ) last
      ) as last_orders
    from (select ${id}::uuid as id) person ${SOURCES}
    where account.email is not null or sums.orders > 0`;
}

/** A row if the customer was not blocked before. */
export function blockCash(id: string) {
  return statement<{ user_id: string }>`
    insert into cash_blocks (user_id) values (${id}) on conflict do nothing returning user_id`;
}

/** A row if the customer was blocked. */
export function unblockCash(id: string) {
  return statement<{
    user_id: string;
  }>`delete from cash_blocks where user_id = ${id} returning user_id`;
}

export function exportCustomer(id: string) {
  return statement<{ data: Record<string, unknown> }>`select export_customer(${id}) as data`;
}
