import { type AccountAdmin, AccountAdminError } from '@aparajita/auth-server';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { Customer, customerEndpoints } from '#contract/admin/customers.ts';
import { AppError } from '#contract/errors.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import {
  blockCash,
  exportCustomer,
  findCustomer,
  listCustomers,
  searchCustomers,
  unblockCash,
} from './queries.ts';

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
