import { type AccountAdmin, AccountAdminError } from '@aparajita/auth-server';
import { type RawBuilder, sql } from 'kysely';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { Customer, CustomerRow, customerEndpoints } from '#contract/admin/customers.ts';
import { AppError } from '#contract/errors.ts';
import { normalizeEmail } from '#server/accounts/normalize-email.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { PAID_AMOUNT } from '#server/admin/orders/order-sql.ts';
import { SHIPPING_ADDRESS } from '#server/database/address-sql.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';

const PAGE_LENGTH = 50;

export function customerHandlers({
  accountAdmin,
}: {
  accountAdmin: AccountAdmin;
}): Handlers<typeof customerEndpoints> {
  return {
    'GET /admin/customers': async ({ staff, query: { q, after } }) => {
      const length = PAGE_LENGTH + 1;
      const rows = await staff.rows(q ? searchCustomers(q, length) : listCustomers(after, length));
      const customers = rows.slice(0, PAGE_LENGTH);
      const more = rows.length > PAGE_LENGTH;
      return { customers, more, next: more && !q ? (customers.at(-1)?.last_order ?? null) : null };
    },

    'GET /admin/customers/{id}': ({ staff, params }) => readCustomer(staff, params.id),

    'POST /admin/customers/{id}/export': ({ staff, params }) =>
      staff.transact(async (tx) => {
        requireRow(await tx.rows(findCustomer(params.id)));
        await writeAudit(tx, 'export_customer', ['customer', params.id]);
        return requireRow(await tx.rows(exportCustomer(params.id))).data;
      }),

    'POST /admin/customers/{id}/cash-block': ({ staff, params }) =>
      changeCash(staff, params.id, 'block_cash', blockCash),

    'DELETE /admin/customers/{id}/cash-block': ({ staff, params }) =>
      changeCash(staff, params.id, 'unblock_cash', unblockCash),

    'DELETE /admin/customers/{id}/sessions': ({ staff, params }) =>
      manageAccount(staff, params.id, 'end_sessions', (email) => accountAdmin.endSessions(email)),

    'DELETE /admin/customers/{id}/factors': ({ staff, params }) =>
      manageAccount(
        staff,
        params.id,
        'remove_factors',
        (email) => accountAdmin.removeFactor(email),
        (account) => {
          if (account.staff) throw new AppError('not_permitted', STAFF_FACTOR);
          if (account.factors === 0) throw new AppError('not_found', NO_FACTOR);
        },
      ),
  };
}

// Refused, because a stolen session of one owner would otherwise give access to the accounts of the other owners.
const STAFF_FACTOR = {
  message: 'The second step of staff is removed on the server: npm run owner',
};
const NO_FACTOR = { message: 'This account has no second step.' };

async function readCustomer(staff: StaffAccess, id: string) {
  return requireRow(await staff.rows(findCustomer(id)));
}

/** Blocks or unblocks cash on delivery; changes and logs nothing where it is so already. */
function changeCash(
  staff: StaffAccess,
  id: string,
  verb: ServerAuditVerb,
  write: typeof blockCash,
): Promise<Customer> {
  return staff.transact(async (tx) => {
    requireRow(await tx.rows(findCustomer(id)));
    const changed = await tx.rows(write(id));
    if (changed.length > 0) await writeAudit(tx, verb, ['customer', id]);
    return requireRow(await tx.rows(findCustomer(id)));
  });
}

/**
 * Writes the audit log, then calls the auth server, which works in its own transaction, writes its own log and informs
 * the account's owner by email. In this order no action is missing from the log.
 */
async function manageAccount(
  staff: StaffAccess,
  id: string,
  verb: ServerAuditVerb,
  act: (email: string) => Promise<unknown>,
  check: (account: NonNullable<Customer['account']>) => void = () => {},
): Promise<Customer> {
  const email = await staff.transact(async (tx) => {
    const customer = requireRow(await tx.rows(findCustomer(id)));
    if (!customer.account || customer.email === null) throw new AppError('not_found');
    check(customer.account);
    const { sessions, factors } = customer.account;
    await writeAudit(tx, verb, ['customer', id], { before: { sessions, factors } });
    return customer.email;
  });
  await act(email).catch((error) => {
    throw error instanceof AccountAdminError
      ? new AppError('not_found', { message: error.message }, error)
      : error;
  });
  return readCustomer(staff, id);
}

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
        select coalesce(jsonb_agg(${SHIPPING_ADDRESS} || jsonb_build_object('id', id, 'is_default', is_default)
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
function blockCash(id: string) {
  return statement<{ user_id: string }>`
    insert into cash_blocks (user_id) values (${id}) on conflict do nothing returning user_id`;
}

/** A row if the customer was blocked. */
function unblockCash(id: string) {
  return statement<{
    user_id: string;
  }>`delete from cash_blocks where user_id = ${id} returning user_id`;
}

function exportCustomer(id: string) {
  return statement<{ data: Record<string, unknown> }>`select export_customer(${id}) as data`;
}
