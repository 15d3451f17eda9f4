import { MAX_RETURN_REFUNDS, type ReturnRefund } from '#contract/admin/return-refunds.ts';
import { statement } from '#server/database/tables.ts';

/** See return_refunds() in db/schema; none for a role that does not see them. */
export function returnRefunds() {
  return statement<ReturnRefund>`
    select id, order_number, full_name, city, payment_method, returned_at, due
    from return_refunds(${MAX_RETURN_REFUNDS})`;
}
