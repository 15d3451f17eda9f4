import { MAX_NUMBERS_LISTED } from '#contract/admin/order-list.ts';
import type { Today } from '#contract/admin/today.ts';
import { statement } from '#server/database/tables.ts';
import { lowStock } from '#server/shop-settings/low-stock.ts';

/** The counts that the role may see. `dead_letters`: the number of dead letters per queue. */
export function countToday() {
  return statement<{ today: Partial<Today>; dead_letters: Record<string, number> | null }>`
    select count_today(${lowStock}) || jsonb_build_object('messages', case when current_staff_role() = 'owner' then (
      select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
        select created_at from contact_messages where state = 'open' order by created_at limit 1000
      ) waiting
    ) end, 'cash_to_clear_up', case when current_staff_role() in ('owner', 'accountant') then (
      select jsonb_build_object('count', count(*), 'amount', coalesce(sum(abs(amount - coalesce(remitted_amount, 0))), 0))
      from cod_collections where state in ('short', 'disputed')
    ) end, 'refunds_without_order', failed_refunds_without_order(),
      'cancelled_parcels', count_cancelled_parcels(), 'return_refunds', count_return_refunds(),
      'disputes', case when current_staff_role() in ('owner', 'accountant') then (
        select jsonb_build_object('count', count(*), 'oldest', min(open.created_at),
          'orders', coalesce(jsonb_agg(order_number order by open.created_at), '[]'))
        from (select payment_id, created_at from disputes where status = 'open' order by created_at limit ${MAX_NUMBERS_LISTED}) open
        join orders on orders.payment_id = open.payment_id
      ) end) as today, count_dead_letters() as dead_letters`;
}
