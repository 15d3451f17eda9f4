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
      'cancelled_parcels', count_cancelled_parcels(), 'return_refunds', count_return_refunds()) as today, count_dead_letters() as dead_letters`;
}
